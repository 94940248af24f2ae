import type { Requests } from '../../core/generated/outputs.js';
import { isIndex, split } from '../../core/json/pointer.ts';
import { count } from '../../core/numbers.ts';
import { makeReadable } from '../printable.ts';

/** Matches the placeholders for values in a path. */
const variablePattern = /\{\{(\w+)\}\}/g;
const bodyOf = (body: object): string => JSON.stringify(body, undefined, 2);
const answerNamesIn = ({ requests }: Requests): readonly string[] =>
  requests.flatMap(({ answers }) => Object.keys(answers));

/**
 * Comments that list the requests and the differences that no request removes.
 * @param states both states in words
 */
const remarks = ({ requests, cannot }: Requests, states: string): string[] =>
  [
    `${count(requests.length, 'request')}: ${states}. preflight sends nothing.`,
    ...cannot.map(({ text, file, pointer }) => `cannot be done: ${file} ${pointer}: ${text}`),
  ].map(line => `# ${makeReadable(line)}`);

/**
 * Prints requests for the HTTP clients of VS Code and JetBrains. Braces in texts are escaped, so that a client does not
 * replace variables of an agent.
 */
export function requestsAsHttp(result: Requests, states: string): string {
  const { requests, secrets, inputs } = result,
    answerNames = answerNamesIn(result),
    names = new Set([...answerNames, ...inputs, ...secrets.map(({ name }) => name)]);
  const lines = remarks(result, states),
    ownNames = ['base_url', 'RETELL_API_KEY', ...inputs, ...secrets.map(({ name }) => name)];
  lines.push(`# the environment of the client must contain ${ownNames.join(', ')}`);
  for (const { name, file, pointer } of secrets) lines.push(`# ${name}: ${makeReadable(`${file} ${pointer}`)}`);
  if (answerNames.length > 0)
    lines.push(`# JetBrains does not support @NAME for answers: its environment must contain these names, too`);
  for (const [i, { method, path, body, text, answers }] of requests.entries()) {
    const name = `request_${i + 1}`;
    lines.push('', `### ${i + 1}. ${makeReadable(text)}`, `# @name ${name}`, `${method} {{base_url}}${path}`);
    lines.push('Authorization: Bearer {{RETELL_API_KEY}}');
    if (body) lines.push('Content-Type: application/json', '', withoutVariables(bodyOf(body), names));
    for (const [answer, pointer] of Object.entries(answers))
      lines.push('', '###', `@${answer} = {{${name}.response.body.$.${split(pointer).join('.')}}}`);
  }
  return `${lines.join('\n')}\n`;
}
const withoutVariables = (json: string, names: ReadonlySet<string>): string =>
  json.replace(/"\{\{(\w+)\}\}"|\{\{/g, (text, name?: string) =>
    name !== undefined && names.has(name) ? text : text.replace('{{', String.raw`{\u007b`),
  );

/** Prints requests as a bash script that uses curl and jq. */
export function requestsAsShell(result: Requests, states: string): string {
  const { requests, secrets, inputs } = result,
    names = [...inputs, ...secrets.map(({ name }) => name), ...answerNamesIn(result)];
  const lines = ['#!/usr/bin/env bash', ...remarks(result, states), ''];
  lines.push('set -euo pipefail', ': "${RETELL_BASE_URL:?is the address of the API}" "${RETELL_API_KEY:?}"');
  for (const name of inputs) lines.push(`export ${name}="\${${name}:?is what the requests have printed}"`);
  for (const { name, file, pointer, commit } of secrets) {
    const text =
      commit === null ? `cat ${quoteForShell(`./${file}`)}` : `git show ${quoteForShell(`${commit}:./${file}`)}`;
    lines.push(`export ${name}="\${${name}-$(${text} | jq -er ${quoteForShell(`getpath(${wayOf(pointer)})`)})}"`);
  }
  lines.push(`all=${requests.length} names=${quoteForShell(JSON.stringify(names))}`, functions);
  for (const { method, path, body, text, answers } of requests) {
    const url = `'${path.replace(variablePattern, (_, name) => `'"$${name}"'`)}'`;
    lines.push(
      '',
      `call ${method} ${url} ${quoteForShell(makeReadable(text))} <<'BODY'`,
      ...(body ? [bodyOf(body)] : []),
      'BODY',
    );
    for (const [name, pointer] of Object.entries(answers)) lines.push(`learn ${name} ${quoteForShell(wayOf(pointer))}`);
  }
  return `${lines.join('\n')}\n`;
}

// jq inserts names, so that no value can break the JSON; the key is not among the arguments, which others can see
const functions = String.raw`sent=0 body=$(mktemp) answer=$(mktemp)
finish() {
  local status=$?
  if [ $status != 0 ]; then echo "stopped at: $doing" >&2; cat "$answer" >&2; echo >&2; fi
  echo "$sent of $all requests sent" >&2
  rm -f "$body" "$answer"
}
doing='the first request'
trap finish EXIT
call() { # call METHOD PATH WORDS
  doing=$3 data=()
  jq --argjson names "$names" 'walk(. as $it | first($names[] | select($it == "{{\(.)}}") | env[.]) // $it)' >"$body"
  if [ -s "$body" ]; then data=(-H 'Content-Type: application/json' --data-binary "@$body"); fi
  curl -sS --fail-with-body -X "$1" -H @<(printf 'Authorization: Bearer %s\n' "$RETELL_API_KEY") \
    "${'$'}{data[@]}" -o "$answer" "$RETELL_BASE_URL$2"
  sent=$((sent + 1))
  echo "done: $3" >&2
}
learn() { # learn NAME WAY: for later requests, and for a rollback
  export "$1=$(jq -er "getpath($2)" "$answer")"
  echo "export $1=${'$'}{!1@Q}"
}`;
const quoteForShell = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
const wayOf = (pointer: string): string =>
  JSON.stringify(split(pointer).map(key => (isIndex(key) ? Number(key) : key)));
