/**
 * A character in place of a part of a word that is known only at run time: a variable, the output of a command, a
 * glob.
 */
export const HOLE = '\0';

/** One program with its arguments. */
export interface SimpleCommand {
  readonly words: string[];
  /** The standard input of the program, if the text contains it: a here-document or a here-string. */
  input?: string;
  /** The command whose output is the standard input. */
  from?: SimpleCommand;
}
interface ParsedCommands {
  /** All commands, including those in substitutions, subshells and here-documents, in the order in which they end. */
  readonly commands: readonly SimpleCommand[];
  /** Whether all quotes and brackets are closed. */
  readonly isWhole: boolean;
}

/**
 * Parses a text into the commands that bash would run. Nothing is expanded: a part that is known only at run time
 * becomes a hole.
 */
export function parseShell(text: string): ParsedCommands {
  const reader = new Reader(text, [], 0);
  reader.list();
  return reader;
}

/** The maximum depth of nested commands. No typed command exceeds it. */
const MAX_DEPTH = 50;

class Reader {
  readonly commands: SimpleCommand[];
  isWhole = true;
  readonly #text: string;
  #offset = 0;
  #depth: number;
  /** Here-documents whose text begins on the next line. */
  #awaitedDocuments: {
    readonly command: SimpleCommand;
    readonly end: string;
    readonly isQuoted: boolean;
    readonly tabs: RegExp;
  }[] = [];
  constructor(text: string, commands: SimpleCommand[], depth: number) {
    this.#text = text;
    this.commands = commands;
    this.#depth = depth;
  }

  /** Parses commands up to a closing bracket, or to the end of the text. */
  list(end?: ')'): void {
    this.#enter();
    let command: SimpleCommand = { words: [] };
    const next = (pushCommand?: SimpleCommand): void => {
      if (command.words.length > 0) this.commands.push(command);
      command = { words: [], ...(pushCommand && { from: pushCommand }) };
    };
    for (;;) {
      const char = this.#text[this.#offset];
      if (char === undefined || char === end) break;
      if (char === '<' || char === '>' || this.#startsWith('&>')) this.#redirect(command);
      else if (char === '#') this.#skipTo('\n');
      else if (/[\s;&|()]/.test(char)) {
        this.#offset++;
        if (char === '\n') {
          // a pipe continues on the next line
          if (command.words.length > 0) next();
          this.#readAwaited();
        } else if (char === '(') {
          next();
          this.list(')');
          // the next command reads the output of this command
          const last = this.commands.at(-1);
          command = { words: [], ...(last && { from: last }) };
        } else if (char === '|' && !this.#startsWith('|')) next(command.words.length > 0 ? command : command.from);
        else if (/\S/.test(char) && !(char === '&' && this.#text[this.#offset - 2] === '|')) next();
      } else {
        const word = this.#word();
        // the number before a redirection is no argument
        if (!/^\d+$/.test(word) || !/[<>]/.test(this.#text[this.#offset] ?? '')) command.words.push(word);
      }
    }
    if (end !== undefined && this.#offset >= this.#text.length) this.isWhole = false;
    this.#offset++;
    next();
    this.#depth--;
  }

  #startsWith(text: string): boolean {
    return this.#text.startsWith(text, this.#offset);
  }
  #enter(): void {
    if (++this.#depth <= MAX_DEPTH) return;
    this.isWhole = false;
    this.#offset = this.#text.length;
  }
  /**
   * Moves to a character and returns the text before it.
   * @param isNeeded whether the character must exist; if so, it is skipped
   */
  #skipTo(char: string, isNeeded = false): string {
    const index = this.#text.indexOf(char, this.#offset),
      end = index < 0 ? this.#text.length : index,
      text = this.#text.slice(this.#offset, end);
    this.#offset = isNeeded ? end + 1 : end;
    if (isNeeded && index < 0) this.isWhole = false;
    return text;
  }
  /** Skips a match of an expression at the current position, and returns it. */
  #match(expression: RegExp): string | undefined {
    const text = expression.exec(this.#text.slice(this.#offset, this.#offset + 1000))?.[0];
    this.#offset += text?.length ?? 0;
    return text;
  }

  #redirect(command: SimpleCommand): void {
    if (this.#match(/^[<>]\(/) !== undefined) {
      this.list(')');
      command.words.push(HOLE);
      return;
    }
    const operator = this.#match(/^(?:<<<|<<-?|&>>?|[<>][>&|]?)/)!;
    this.#match(/^[ \t]+/);
    const start = this.#offset,
      target = this.#word();
    if (operator === '<<<') command.input = target;
    else if (operator === '<') command.input = HOLE;
    else if (operator.startsWith('<<')) {
      const isQuoted = /["'\\]/.test(this.#text.slice(start, this.#offset));
      this.#awaitedDocuments.push({ command, end: target, isQuoted, tabs: operator === '<<-' ? /^\t+/ : /^(?!)/ });
    }
  }
  #readAwaited(): void {
    for (const { command, end, isQuoted, tabs } of this.#awaitedDocuments.splice(0)) {
      const lines: string[] = [];
      while (this.#offset < this.#text.length) {
        const line = this.#skipTo('\n').replace(tabs, '');
        this.#offset++;
        if (line === end) break;
        lines.push(line);
      }
      const body = lines.join('\n');
      command.input = isQuoted ? body : this.#parseNested(body, reader => reader.#readQuoted(undefined));
    }
  }
  #parseNested<T>(text: string, parse: (reader: Reader) => T): T {
    const reader = new Reader(text, this.commands, this.#depth),
      result = parse(reader);
    this.isWhole &&= reader.isWhole;
    return result;
  }

  #word(): string {
    let word = '';
    for (;;) {
      const char = this.#text[this.#offset];
      if (char === undefined || /[\s;&|()<>]/.test(char)) return word;
      if (this.#match(/^(?:\*|\{[^\s{}'"]*(?:,|\.\.)[^\s{}'"]*\})/) !== undefined) {
        word += HOLE;
        continue;
      }
      this.#offset++;
      if (char === '\\') word += this.#readEscape();
      else if (char === "'") word += this.#skipTo("'", true);
      else
        word +=
          char === '"'
            ? this.#readQuoted('"')
            : (this.#expansion(char, /^(?:[({'"]|[A-Za-z_]\w*|[\d@*#?$!-])/) ?? char);
    }
  }
  #readEscape(): string {
    const char = this.#text[this.#offset++] ?? '';
    return char === '\n' ? '' : char;
  }

  /**
   * Parses a text in which variables and substitutions are expanded.
   * @param end the closing character; undefined for the end of the text
   */
  #readQuoted(end: '"' | '}' | undefined): string {
    this.#enter();
    let text = '';
    for (;;) {
      const char = this.#text[this.#offset++];
      if (char === undefined || char === end) {
        if (char !== end) this.isWhole = false;
        this.#depth--;
        return text;
      }
      if (char === '\\' && (end === '}' || /[$`"\\\n]/.test(this.#text[this.#offset] ?? '')))
        text += this.#readEscape();
      else if (end === '}' && char === "'") this.#skipTo("'", true);
      else if (end === '}' && char === '"') this.#readQuoted('"');
      else text += this.#expansion(char, /^(?:[({]|[A-Za-z_]\w*|[\d@*#?$!-])/) ?? char;
    }
  }

  /**
   * The hole or text in place of a `$` or backtick; undefined if the character is literal.
   * @param openings what may follow a `$`; quotes only outside of quotes
   */
  #expansion(char: string, openings: RegExp): string | undefined {
    if (char === '`') {
      const text = /^(?:[^`\\]|\\[^])*/.exec(this.#text.slice(this.#offset))![0];
      this.#offset += text.length;
      this.#skipTo('`', true);
      this.#parseNested(text.replace(/\\([`$\\])/g, '$1'), reader => reader.list());
      return HOLE;
    }
    if (char !== '$') return undefined;
    const opening = this.#match(openings);
    if (opening === '(') this.list(')');
    else if (opening === '{') this.#readQuoted('}');
    else if (opening === "'") {
      const text = /^(?:[^'\\]|\\[^])*/.exec(this.#text.slice(this.#offset))![0];
      this.#offset += text.length;
      this.#skipTo("'", true);
      return text.includes('\\') ? HOLE : text;
    } else if (opening === '"') {
      this.#offset--;
      return '';
    }
    return opening === undefined ? undefined : HOLE;
  }
}
