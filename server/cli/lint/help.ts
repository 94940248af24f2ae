export const help = `preflight lint [paths…] [options]

Finds mistakes in conversational agents' configuration. Paths are files, folders and globs; without any, the working
directory. References are looked up in the whole workspace. Given single files, as a pre-commit hook does, it reports on
those and on what they newly break elsewhere.

Options
  -f, --format FORMAT[=FILE]   pretty (default), json, sarif, github, gitlab, junit, markdown or compact; may be repeated, one to stdout
  --rule ID                    only this rule; may be repeated
  --live                       only what is found in versions that callers are served by (a live tag, a phone number, a swap from there)
  --severity error|warning|info  leaves out findings below this level
  -q, --quiet                  shows errors only, and no remarks about paths
  --max-warnings N             more warnings than this fail the run
  --fix                        applies the safe fixes, then reports what remains
  --unsafe                     with --fix or --diff: the fixes that a person should look at too
  --diff                       prints what --fix would change as a patch, and writes nothing
  --stdin                      reads one file from standard input; with --fix its text after the fixes goes to stdout, the report to stderr
  --stdin-filename FILE        the name it has in the workspace
  --changed-since REV          only files that differ from where HEAD left REV, deleted and renamed ones included, and what they newly
                               break elsewhere; A...B is where commit B left A, A..B compares B with A itself
  --base-exact                 compares with REV itself
  --staged                     lints what is staged (the index of git, configuration and baseline too) against HEAD; with nothing
                               staged the whole workspace; in "pre-commit run --from-ref A --to-ref B" commit B against A
  --no-error-on-unmatched      a path, glob or folder that fits no file is no error
  --watch                      runs again whenever a file changes
  --cache                      gives the last report again if nothing has changed: version, options, day, configuration, baseline, and each
                               file's path, size and times; never with --fix, single files or git. Kept in $XDG_CACHE_HOME or ~/.cache
  --write-baseline             accepts every finding that is there now: writes preflight.baseline.json
  --prune-baseline             takes out of the baseline what is no longer found
  --today YYYY-MM-DD           the day it is, for suppressions with an end (default: today in UTC)
  --verbose                    names each file that was checked or passed over, and why
  --no-color                   no colours (so does NO_COLOR)
  --cwd DIR                    works in this folder

Exit codes
  0 nothing at error level · 1 errors, or more warnings than allowed · 2 wrong usage or configuration, a path that fits
  nothing, or --fix left a file that was changed meanwhile or may not be written · 3 a rule failed, or an output cannot be written

Examples
  preflight lint                                     the whole workspace
  preflight lint agents/desk.agent.json              one file, and what it breaks
  preflight lint --fix --diff                        what the safe fixes would change
  preflight lint --changed-since origin/main --format github
  preflight lint --staged                            what the next commit brings; made for hooks
  preflight lint --format sarif=preflight.sarif --format pretty
  cat desk.agent.json | preflight lint --stdin --stdin-filename agents/desk.agent.json
`;
