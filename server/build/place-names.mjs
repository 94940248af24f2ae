// The names by which places are selected (`core/shapes/at.ts`): for an entry of the shape table, its shapes, keywords
// (some with their value) and types, and those of all entries below, so that a walk can skip branches.

/** @param {object[]} nodes @returns {{names: string[], lists: number[][], listOf: number[], sets: string[], setOf: number[]}} */
export function placeNames(nodes) {
  const names = new Index(),
    nameLists = new Index(),
    nameSets = new Index();
  const ownNames = nodes.map(node => [...new Set(namesOf(nodes, node))].map(name => names.indexOf(name)));
  return {
    listOf: ownNames.map(list => nameLists.indexOf(JSON.stringify(list))),
    /** A bit set in hexadecimal of the names in an entry or below; the first name is the lowest bit. */
    setOf: nodes.map((_, id) => {
      let bits = 0n;
      for (const at of reachedFrom(nodes, id)) for (const name of ownNames[at]) bits |= 1n << BigInt(name);
      return nameSets.indexOf(bits.toString(16));
    }),
    names: names.values,
    lists: nameLists.values.map(list => JSON.parse(list)),
    sets: nameSets.values,
  };
}

class Index {
  values = [];
  #indexes = new Map();
  indexOf(value) {
    let at = this.#indexes.get(value);
    if (at === undefined) this.#indexes.set(value, (at = this.values.push(value) - 1));
    return at;
  }
}

function* namesOf(nodes, { shapes = [], types = [], marks = {}, props, map, keys, required, closed: isClosed }) {
  yield* shapes;
  yield* Object.keys(marks);
  for (const name of ['x-format', 'x-sets-variables']) if (marks[name]) yield `${name}=${marks[name]}`;
  if (marks['x-reference']) yield `x-reference=${marks['x-reference'].to}`;
  if (marks['x-identifies']) yield `x-identifies=${marks['x-identifies'].of}`;
  for (const type of types) yield `type=${type}`;
  const { 'x-format': format, 'x-identifies': identifies } = nodes[keys]?.marks ?? {};
  if (format) yield `propertyNames=${format}`;
  if (identifies) yield `propertyNames=${identifies.of}`;
  if (props && map === undefined) yield 'properties';
  if (
    types.length > 0 ||
    required ||
    isClosed ||
    keys !== undefined ||
    Object.keys(marks).some(name => !name.startsWith('x-'))
  )
    yield 'asked';
}

function reachedFrom(nodes, id) {
  const reachable = new Set([id]);
  for (const at of reachable) {
    const { props = {}, items, map, variants } = nodes[at];
    for (const child of [...Object.values(props), ...Object.values(variants?.of ?? {}), items, map])
      if (child !== undefined) reachable.add(child);
  }
  return reachable;
}
