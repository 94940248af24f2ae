import { createHash } from 'node:crypto';
import type { Stats } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import { baselineName, configurationNames } from '../../core/settings-files.ts';
import { Document } from '../../core/document.ts';
import type { ReportedFinding } from '../../core/engine/report.ts';
import type { Rule } from '../../core/engine/rule.ts';
import { findFiles } from '../../host/find.ts';
import { pathIn } from '../../host/paths.ts';
import { linkStatsOf, statsOf } from '../../host/regular-file.ts';
import { disk } from '../../host/source.ts';
import { settingsOf } from '../terminal/workspaces.ts';
import { readText } from '../../host/text.ts';
import type { Io } from '../terminal/io.ts';
import { save } from '../terminal/save.ts';
import type { RunResult } from './report-of.ts';
import type { LintSummary } from '../../view/report.ts';
import { version } from '../terminal/version.ts';
import { selectPaths } from './selected-paths.ts';
import type { WorkspaceCheck } from './check.ts';
import type { LintRequest } from './options.ts';
import { makeReport } from './report-of.ts';

/** The stored result of a run. */
interface Stored {
  readonly findings: readonly ReportedFinding[];
  readonly summary: LintSummary;
  readonly warnings: number;
  readonly firstRun: boolean;
}

/** A file modified this shortly before a run may change again without a different time stamp. */
const RACY_MS = 2000;

/**
 * The last report of the same run, reused only if nothing that could change it has: the version of Preflight and its
 * bundle, the options, the date, and of every workspace the configuration, the baseline, and path, size, times and
 * inode of each file the walk finds. Runs that depend on more (git, standard input) or do more than report are never
 * cached.
 */
export class LintCache {
  readonly #file: string;
  readonly #key: string;
  readonly #policies: readonly Rule[];
  readonly #cwd: string;
  readonly #fresh: boolean;
  private constructor(file: string, key: string, policies: readonly Rule[], cwd: string, fresh: boolean) {
    this.#file = file;
    this.#key = key;
    this.#policies = policies;
    this.#cwd = cwd;
    this.#fresh = fresh;
  }

  /** `undefined` if the run cannot be cached. */
  static for(options: LintRequest, io: Io): LintCache | undefined {
    if (
      options.fix ||
      options.diff ||
      options.stdin !== undefined ||
      options.changedSince !== undefined ||
      options.staged ||
      options.watch ||
      options.writeBaseline ||
      options.pruneBaseline ||
      options.ignoreSuppressions ||
      options.verbose
    )
      return undefined;
    const started = Date.now();
    const { workspaces, passedOver, named } = selectPaths(options.paths, io.cwd);
    // a folder given by name must not be empty
    if (
      named.length > 0 ||
      passedOver.length > 0 ||
      workspaces.some(({ files, globs }) => files.size > 0 || globs.length > 0)
    )
      return undefined;
    const state = createHash('sha256');
    let newest = 0;
    const stateOf = (path: string, found: Stats | undefined): string => {
      if (found) newest = Math.max(newest, found.mtimeMs, found.ctimeMs);
      return `${path}\0${found ? `${found.mtimeMs} ${found.ctimeMs} ${found.size} ${found.ino} ${found.mode}` : ''}\0`;
    };
    const add = (path: string): void => {
      state.update(stateOf(path, statsOf(path)));
    };
    const run = JSON.stringify([
      version,
      process.version,
      io.cwd,
      options.paths,
      options.chosen,
      options.atLeast,
      options.live,
      options.today,
      process.getuid?.(),
    ]);
    state.update(run);
    const bundle = process.argv[1];
    if (bundle !== undefined) add(bundle);
    const policies: Rule[] = [];
    const pending = workspaces.map(({ root }) => root),
      seen = new Set<string>();
    for (let root = pending.pop(); root !== undefined; root = pending.pop()) {
      if (seen.has(root)) continue;
      seen.add(root);
      const { configuration } = settingsOf(io, root);
      policies.push(...configuration.policies);
      // the walk needs each file's size; its stat calls are shared
      const met = new Map<string, string>();
      const sizeOf = (path: string): number => {
        const found = linkStatsOf(path);
        met.set(path, stateOf(path, found));
        return found?.size ?? 0;
      };
      const { files, unreadable, nested } = findFiles(root, {
        ignored: file => configuration.ignored(file),
        source: { ...disk, sizeOf },
      });
      if (unreadable.length > 0) return undefined;
      const layers = configuration.layers.map(({ file }) => file);
      for (const file of new Set([...configurationNames, ...layers, baselineName])) add(join(root, file));
      state.update(files.map(file => met.get(pathIn(root, file))).join(''));
      pending.push(...nested);
    }
    const folder = join(cacheHome(io), 'agent-preflight');
    const name = createHash('sha256').update(run).digest('hex').slice(0, 32);
    return new LintCache(
      join(folder, `lint-${name}.json`),
      state.digest('hex'),
      policies,
      io.cwd,
      newest > started - RACY_MS,
    );
  }

  read(): RunResult | undefined {
    const stored = this.#stored();
    if (!stored) return undefined;
    const documents = new Map<string, Document>();
    const documentOf = (file: string): Document | undefined => {
      try {
        if (!documents.has(file)) documents.set(file, new Document(file, readText(resolve(this.#cwd, file)).text));
      } catch {
        /* it could not be read then either */
      }
      return documents.get(file);
    };
    return {
      warnings: stored.warnings,
      failed: false,
      left: false,
      report: { ...makeReport(stored.findings, stored.summary, this.#policies, documentOf), firstRun: stored.firstRun },
    };
  }

  write({ report, warnings, failed }: RunResult, checks: readonly WorkspaceCheck[]): void {
    if (failed || this.#fresh || checks.some(({ opened }) => opened.unreadableFindings.length > 0)) return;
    const stored: Stored = {
      findings: report.findings,
      summary: report.summary,
      warnings,
      firstRun: report.firstRun === true,
    };
    const text = JSON.stringify(stored);
    save(this.#file, { text: `${this.#seal(text)}\n${text}` });
  }

  /**
   * Accepts only what was written with this very key: a damaged file, or one written by something else, does not count.
   */
  #stored(): Stored | undefined {
    try {
      const [seal, text, ...more] = readText(this.#file).text.split('\n');
      return text !== undefined && more.length === 0 && seal === this.#seal(text)
        ? (JSON.parse(text) as Stored)
        : undefined;
    } catch {
      return undefined;
    }
  }
  #seal(text: string): string {
    return createHash('sha256').update(`${this.#key}\0${text}`).digest('hex');
  }
}

/**
 * XDG requires relative paths to be ignored: they would name a different folder for each working directory, possibly
 * inside the repository.
 */
function cacheHome({ env }: Io): string {
  const named = env['XDG_CACHE_HOME'] ?? '';
  return isAbsolute(named) ? named : join(homedir(), '.cache');
}
