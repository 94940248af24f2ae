import { worstFirst, type Printer } from './report.ts';
import { withoutCommands, withoutControls } from './printable.ts';

/** Prints logging commands of Azure Pipelines for the findings. Azure supports only errors and warnings. */
export const azure: Printer = report =>
  worstFirst(report.findings)
    .filter(({ severity }) => severity !== 'info')
    .map(({ file, range: { start }, severity, rule, message, help }) => {
      const properties = {
        type: severity,
        sourcepath: file,
        linenumber: String(start.line),
        columnnumber: String(start.column),
        code: rule,
      };
      const list = Object.entries(properties)
        .map(([name, value]) => `${name}=${encode(value).replaceAll(';', '%3B').replaceAll(']', '%5D')};`)
        .join('');
      return `##vso[task.logissue ${list}]${encode(help === undefined ? message : `${message}; ${help}`)}\n`;
    })
    .join('');

const encode = (text: string): string =>
  withoutCommands(withoutControls(text.replaceAll('%', '%AZP25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')));
