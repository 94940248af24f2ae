import type { Drift } from '../../compare/drift.ts';
import { clipped, listed } from '../../core/wording.ts';
import { remark, type Io } from '../terminal/io.ts';

/** Says which records the exports have several times with other contents. */
export function tellRepeated(repeated: Drift['repeated'], io: Io): void {
  for (const {
    record: { kind, id, version, file },
    others,
  } of repeated) {
    const called = [kind, clipped(id), version === undefined ? '' : `version ${version}`].filter(Boolean).join(' ');
    remark(
      io,
      `${called} is in ${listed([file, ...others.map(one => one.file)], 'and')} with other contents; that of ${file} was changed last and counts`,
    );
  }
}
