import { isToBeReplaced } from './placeholders.ts';

/** Names of headers, parameters and keys whose values are credentials. */
const telling = /(authorization|apikey|token|secret|password|passwd|accesskey|secretkey|privatekey|authkey|subscriptionkey|cookie|credentials?)$/;
const harmless = /(page|next|previous|continuation|sync|csrf|xsrf|idempotency|max|device|cancel)token$/;
/** What issuers put in front of their keys, so that they are found when they leak. */
const issued = /^(sk|pk|rk)[-_](live|test|proj|ant)?[-_]?[A-Za-z0-9]{8}|^(ghp|gho|ghs|github_pat|glpat|xox[abprs]|cal_live|cal_test|key|pat)[-_][A-Za-z0-9]{8}|^AKIA[A-Z0-9]{12}|^AIza[\w-]{20}|^eyJ[\w-]{8,}\.eyJ/;

/** Whether a value stands for a credential that is put in later: a variable, or a word to be replaced. */
function isPlaceholder(value: string): boolean {
  const bare = value.trim().replace(/^(bearer|basic|token|apikey)\s+/i, '');
  return bare === '' || value.includes('{{') || isToBeReplaced(bare);
}

/** Whether a field that is a credential holds one. */
export const isCredential = (value: string): boolean => !isPlaceholder(value);

/** Whether a header or parameter holds a credential, by its name or by how the value looks. */
export function isCredentialUnder(name: string, value: string): boolean {
  if (isPlaceholder(value)) return false;
  const plain = name.toLowerCase().replace(/[^a-z]/g, '');
  return (telling.test(plain) && !harmless.test(plain) && value.trim().length >= 6) || /^(bearer|basic)\s+\S{6}/i.test(value) || issued.test(value.trim());
}
