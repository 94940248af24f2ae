// Compiles the schemas into the shape table: for every kind of place in a document, its shapes, the entries of its
// keys, and the keywords of its schemas. Places with the same schemas share an entry, so `$ref` and `allOf` cost
// nothing at run time.
import { placeNames } from './place-names.mjs';
import { shapeOf } from './schemas.mjs';
import { constraintsAgree } from './constraints-agree.mjs';

const structural = new Set([
  '$schema',
  '$id',
  '$ref',
  '$comment',
  'allOf',
  'properties',
  'items',
  'additionalProperties',
  'required',
  'propertyNames',
  'x-shape',
  'x-variants',
  'type',
]);
const documentary = new Set(['title', 'description', 'x-values', 'x-spec', 'examples']);

/** @returns {{nodes: object[], docs: object[], roots: Record<string, number>, places: ReturnType<typeof placeNames>}} */
export function compileShapes(schemas) {
  const nodes = [],
    docs = [],
    ids = new Map();

  const at = location => {
    const [shape, pointer] = location.split('#');
    return pointer
      .split('/')
      .slice(1)
      .reduce((schema, token) => schema[token.replaceAll('~1', '/').replaceAll('~0', '~')], schemas[shape]);
  };
  /**
   * All schemas that apply to a place.
   * @param nulls whether to follow `x-shape`, which does not apply to null
   */
  const closure = (locations, nulls = true) => {
    const list = [];
    const add = location => {
      if (list.includes(location)) return;
      list.push(location);
      const schema = at(location);
      if (schema.$ref) add(`${shapeOf(schema.$ref)}#`);
      if (schema['x-shape'] && nulls) add(`${schema['x-shape']}#`);
      (schema.allOf ?? []).forEach((_, i) => add(`${location}/allOf/${i}`));
    };
    locations.forEach(add);
    return list;
  };
  const token = key => key.replaceAll('~', '~0').replaceAll('/', '~1');

  function intern(locations, isPlain = false) {
    const closed = closure(locations);
    const key = closed.join(' ') + (isPlain ? ' plain' : '');
    const existingId = ids.get(key);
    if (existingId !== undefined) return existingId;
    const id = nodes.length;
    ids.set(key, id);
    const node = {},
      doc = {};
    nodes.push(node);
    docs.push(doc);

    const props = new Map(),
      required = new Set();
    let items = [],
      map = [],
      keys = [],
      variants;
    for (const location of closed) {
      const schema = at(location);
      for (const name of Object.keys(schema.properties ?? {}))
        props.set(name, [...(props.get(name) ?? []), `${location}/properties/${token(name)}`]);
      for (const name of schema.required ?? []) required.add(name);
      if (schema.items) items.push(`${location}/items`);
      if (schema.propertyNames) keys.push(`${location}/propertyNames`);
      if (schema.additionalProperties === false) node.closed = true;
      else if (typeof schema.additionalProperties === 'object') map.push(`${location}/additionalProperties`);
      if (schema['x-variants'] && !isPlain) {
        if (variants) throw new Error(`${location}: variants within variants`);
        variants = schema['x-variants'];
      }
      if (schema.type && !node.types) node.types = [schema.type].flat();
      for (const [name, value] of Object.entries(schema)) {
        if (documentary.has(name)) doc[name] ??= value;
        else if (name === 'x-expected')
          (node.marks ??= {})[name] = [...new Set([...(node.marks[name] ?? []), ...value])];
        else if (!structural.has(name)) (node.marks ??= {})[name] ??= value;
      }
    }
    const requiredKeys = closure(locations, false);
    constraintsAgree(
      node,
      closed.map(location => ({ location, schema: at(location), unlessNull: !requiredKeys.includes(location) })),
      props,
      isPlain,
    );
    const shapes = [...new Set(closed.filter(l => l.endsWith('#')).map(l => l.slice(0, -1)))];
    if (shapes.length > 0) node.shapes = shapes;
    if (required.size > 0) node.required = [...required];
    if (props.size > 0)
      node.props = Object.fromEntries([...props].map(([name, locations]) => [name, intern(locations)]));
    if (items.length > 0) node.items = intern(items);
    if (map.length > 0) node.map = intern(map);
    if (keys.length > 0) node.keys = intern(keys);
    if (variants)
      node.variants = {
        by: variants.by,
        of: Object.fromEntries(
          Object.entries(variants.of).map(([value, shape]) => [value, intern([...locations, `${shape}#`], true)]),
        ),
      };
    return id;
  }
  const roots = Object.fromEntries(Object.keys(schemas).map(name => [name, intern([`${name}#`])]));
  return { nodes, docs, roots, requiredTexts: requiredTexts(nodes, roots), places: placeNames(nodes) };
}

/**
 * For each shape, its required strings without a minimum length, except ids, which the platform assigns and exports
 * leave empty. Computed here, because at run time the whole table would be read.
 */
function requiredTexts(nodes, roots) {
  const bounds = ['minLength', 'pattern', 'enum', 'const'],
    hints = ['x-identifies', 'x-reference', 'x-known-values', 'x-response-only'];
  const isBareText = ({ types = [], marks = {} }) =>
    types.includes('string') &&
    [undefined, 'voice-id'].includes(marks['x-format']) &&
    bounds.every(name => marks[name] === undefined) &&
    hints.every(name => !marks[name]);
  const tupleOf = ({ required = [], props = {} }) =>
    required.filter(name => isBareText(nodes[props[name]])).map(name => `/${name}`);
  return Object.fromEntries(
    Object.entries(roots)
      .map(([shape, id]) => [shape, tupleOf(nodes[id])])
      .filter(([, paths]) => paths.length > 0),
  );
}
