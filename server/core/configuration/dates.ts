/** Whether a string of the form `YYYY-MM-DD` is a calendar day. */
export function isDate(text: string): boolean {
  const moment = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : NaN;
  // `Date.parse` turns February 30 into a day of March
  return !Number.isNaN(moment) && new Date(moment).toISOString().startsWith(text);
}
