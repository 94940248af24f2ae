// Reads the declarations of one release of the platform's public client, and converts them to shapes. The types are
// walked together with the schemas, so that only a table of the outermost types is written by hand.
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { API, SymbolFlags, TypeFlags } from 'typescript/unstable/sync';
import { shapeOf } from './schemas.mjs';

/**
 * @param folder the folder of the unpacked package
 * @param roots for each file of the package, its types and the shape of each
 * @param ours converts a name of the client to the specification's name
 * @returns by shape and path (`name`, `within/name`): the JSON types, the values of an enumeration, whether other
 * values are accepted, and whether the field is required
 */
export function readRelease(folder, roots, schemas, ours) {
  const files = Object.keys(roots).filter(name => existsSync(join(folder, 'resources', `${name}.d.ts`)));
  const project = join(folder, 'tsconfig.json');
  const compilerOptions = { strict: true, lib: ['es2022'], skipLibCheck: true, types: [], module: 'nodenext' };
  writeFileSync(project, JSON.stringify({ compilerOptions, files: files.map(name => `resources/${name}.d.ts`) }));
  const api = new API({ cwd: folder });
  try {
    const { program, checker } = api.updateSnapshot({ openProject: project }).getProjects()[0];
    const walk = walker(checker, schemas, ours);
    for (const name of files) {
      const file = program.getSourceFile(join(folder, 'resources', `${name}.d.ts`));
      const exportedSymbols = new Map(
        checker.getExportsOfModule(checker.getSymbolAtLocation(file)).map(symbol => [symbol.name, symbol]),
      );
      for (const [type, shape] of Object.entries(roots[name]))
        if (exportedSymbols.has(type)) walk.root(checker.getDeclaredTypeOfSymbol(exportedSymbols.get(type)), shape);
    }
    return walk.byShape;
  } finally {
    api.close();
  }
}

const structural = ['properties', 'items', 'x-variants', 'allOf'];
const aField = (types, isRequired = true) => ({ types: new Set(types), values: new Set(), isOpen: false, isRequired });

function walker(checker, schemas, ours) {
  const byShape = {},
    visited = new Set();

  /** The schemas that apply to a value, each with its shape and the path in this shape. */
  function holdersOf(shape, path, schema, holders = []) {
    holders.push({ shape, path, schema });
    for (const target of [schema.$ref && shapeOf(schema.$ref), schema['x-shape']])
      if (target) holdersOf(target, '', schemas[target], holders);
    for (const base of schema.allOf ?? []) holdersOf(shape, path, base, holders);
    return holders;
  }
  const rootHolders = shape => holdersOf(shape, '', schemas[shape]);

  /** The members of a union without `undefined`, or the type itself. */
  const membersOf = type =>
    (type.isUnionType() ? type.getTypes() : [type]).filter(member => (member.flags & TypeFlags.Undefined) === 0);
  const isObject = type => (type.flags & TypeFlags.Object) !== 0 && !checker.isArrayType(type);
  /** The JSON type of a type; undefined for any type. */
  function jsonType(type) {
    if (type.flags & TypeFlags.Null) return 'null';
    if (type.flags & TypeFlags.StringLike) return 'string';
    if (type.flags & TypeFlags.NumberLike) return 'number';
    if (type.flags & TypeFlags.BooleanLike) return 'boolean';
    if (checker.isArrayType(type)) return 'array';
    return type.flags & TypeFlags.Object ? 'object' : undefined;
  }

  function field(name, type, isRequired, holders) {
    const declarers = holders.filter(({ schema }) => schema.properties?.[name] !== undefined);
    const homes = declarers.length > 0 ? declarers : [homeOf(holders)];
    const members = membersOf(type),
      types = members.map(jsonType),
      values = members.every(member => member.flags & (TypeFlags.StringLiteral | TypeFlags.Null))
        ? members.filter(member => member.isStringLiteralType()).map(({ value }) => ours(value))
        : [];
    for (const { shape, path } of homes) {
      const fields = (byShape[shape] ??= {});
      const entry = (fields[path + name] ??= aField([], isRequired));
      types.forEach(type => entry.types.add(type ?? 'any'));
      values.forEach(value => entry.values.add(value));
      if (values.length === 0 && types.some(type => type !== 'null')) entry.isOpen = true;
      entry.isRequired &&= isRequired;
    }
    const places = homes.flatMap(({ shape, path, schema }) =>
      holdersOf(shape, `${path}${name}/`, schema.properties?.[name] ?? {}),
    );
    // a value that a schema intentionally does not describe is skipped
    if (declarers.length === 0 || places.some(isDescribed)) value(members, places);
  }
  const isDescribed = ({ schema }) => structural.some(keyword => typeof schema[keyword] === 'object');
  const homeOf = holders =>
    holders.find(({ isVariant }) => isVariant) ?? holders.find(({ path }) => path === '') ?? holders[0];

  /**
   * Reads the value of a field.
   * @param types its types in the client
   * @param holders its schemas
   */
  function value(types, holders) {
    for (const list of types.filter(type => checker.isArrayType(type))) items(list, holders);
    for (const type of types.filter(isObject)) object(type, holders);
  }

  /**
   * Reads the items of a list. Enumerated items are stored under `*`; other items are read only if a schema describes
   * them.
   */
  function items(list, holders) {
    const members = membersOf(checker.getTypeArguments(list)[0] ?? list);
    const places = holders.flatMap(({ shape, path, schema }) =>
      schema.items ? holdersOf(shape, `${path}*/`, schema.items) : [],
    );
    if (members.every(member => member.isStringLiteralType())) {
      const { shape, path } = places[0] ?? { ...holders[0], path: `${holders[0].path}*/` };
      const entry = ((byShape[shape] ??= {})[path.slice(0, -1)] ??= aField(['string']));
      for (const { value } of members) entry.values.add(ours(value));
    } else if (places.some(isDescribed)) value(members, places);
  }

  function object(type, holders) {
    const key = `${type.id} ${holders.map(({ shape, path }) => shape + path).join(' ')}`;
    if (visited.has(key)) return;
    visited.add(key);
    const properties = checker.getPropertiesOfType(type);
    if (properties.length === 0) return;
    const types = checker.getTypeOfSymbol(properties);
    const decider = holders.map(({ schema }) => schema['x-variants']).find(variants => variants !== undefined);
    const at = properties.findIndex(({ name }) => ours(name) === decider?.by);
    const variants = at < 0 ? [] : membersOf(types[at]).flatMap(member => decider.of[ours(member.value)] ?? []);
    // of an unknown variant only the name is read
    const isForeign = at >= 0 && variants.length === 0;
    const notices = [
      ...holders,
      ...variants.flatMap(shape => rootHolders(shape)).map(holder => ({ ...holder, isVariant: true })),
    ];
    properties.forEach(({ name, flags }, i) => {
      if (!isForeign || i === at) field(ours(name), types[i], (flags & SymbolFlags.Optional) === 0, notices);
    });
  }
  return { byShape, root: (type, shape) => value(membersOf(type), rootHolders(shape)) };
}
