/**
 * The 32-bit FNV-1a hash of a text's UTF-16 units, as eight hexadecimal digits. It serves as an identifier, not for
 * security.
 */
export function fnv1a(text: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}
