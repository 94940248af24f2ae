import { Git } from '../../state/git.ts';
import { readText } from '../../state/text.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** The services whose variables and annotations are supported. */
type Service = 'github' | 'gitlab' | 'bitbucket' | 'azure';

export function serviceOf(env: Env): Service | undefined {
  if (env['GITHUB_ACTIONS'] === 'true') return 'github';
  if (env['GITLAB_CI'] === 'true') return 'gitlab';
  if (env['BITBUCKET_BUILD_NUMBER']) return 'bitbucket';
  return /^true$/i.test(env['TF_BUILD'] ?? '') ? 'azure' : undefined;
}

/**
 * The revisions that may be the target of this change, according to the CI service, best first. Empty without a target,
 * as in a push or a scheduled run.
 */
export function basesNamed(env: Env): string[] {
  switch (serviceOf(env)) {
    case 'github': {
      const { pull_request: pull, merge_group: group } = eventOf(env['GITHUB_EVENT_PATH']);
      return [...branch(env['GITHUB_BASE_REF']), ...text(pull?.base?.sha), ...text(group?.base_sha)];
    }
    case 'gitlab':
      return [
        ...branch(env['CI_MERGE_REQUEST_TARGET_BRANCH_NAME']),
        ...text(env['CI_MERGE_REQUEST_TARGET_BRANCH_SHA']),
        ...text(env['CI_MERGE_REQUEST_DIFF_BASE_SHA']),
      ];
    case 'bitbucket':
      return [...branch(env['BITBUCKET_PR_DESTINATION_BRANCH']), ...text(env['BITBUCKET_PR_DESTINATION_COMMIT'])];
    case 'azure':
      return branch(env['SYSTEM_PULLREQUEST_TARGETBRANCH']);
    default:
      return [];
  }
}

const text = (value: unknown): string[] => (typeof value === 'string' && value !== '' ? [value] : []);
/** A branch of the repository that the run was cloned from. */
const branch = (name: string | undefined): string[] =>
  text(name).map(branchName => `origin/${branchName.replace(/^refs\/heads\//, '')}`);

interface GithubEvent {
  readonly pull_request?: { readonly base?: { readonly sha?: unknown } };
  readonly merge_group?: { readonly base_sha?: unknown };
}
function eventOf(path: string | undefined): GithubEvent {
  try {
    const event: unknown = path ? JSON.parse(readText(path).text) : undefined;
    return typeof event === 'object' && event !== null ? event : {};
  } catch {
    return {};
  }
}

/** The first revision that this clone has. If it has none, the first of the list, whose error says how to fetch it. */
export function heldBase(folder: string, candidates: readonly string[]): string | undefined {
  if (candidates.length < 2) return candidates[0];
  const git = new Git(folder);
  return candidates.find(revision => git.commitOf(revision) !== undefined) ?? candidates[0];
}
