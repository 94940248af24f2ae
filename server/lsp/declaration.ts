/**
 * The JSON parameters of a request, as plain data. The types of `protocol.ts` and the checks of `params.ts` are
 * derived from this data.
 */
export type Declaration =
  | 'string'
  | 'boolean'
  | 'number'
  /** A non-negative integer. */
  | 'count'
  /** A number or a string. */
  | 'id'
  | 'anything'
  /** A list whose items all have this declaration. */
  | readonly [Declaration]
  | { readonly oneOf: readonly string[] }
  /** An object of one of several forms, distinguished by its `kind`. */
  | { readonly byKind: Readonly<Record<string, Fields>> }
  /** The value may be null or missing. */
  | { readonly orNull: Declaration }
  | Fields;
/** A field whose name ends in `?` may be missing. */
interface Fields {
  readonly [name: string]: Declaration;
}

/** The TypeScript type of a declaration. */
export type DeclaredType<D> = D extends 'string'
  ? string
  : D extends 'boolean'
    ? boolean
    : D extends 'number' | 'count'
      ? number
      : D extends 'id'
        ? number | string
        : D extends 'anything'
          ? unknown
          : D extends readonly [infer Item]
            ? readonly DeclaredType<Item>[]
            : D extends { readonly oneOf: readonly (infer Word)[] }
              ? Word
              : D extends { readonly byKind: infer Kinds }
                ? { readonly [Kind in keyof Kinds]: { readonly kind: Kind } & DeclaredType<Kinds[Kind]> }[keyof Kinds]
                : D extends { readonly orNull: infer Value }
                  ? DeclaredType<Value> | null | undefined
                  : {
                      readonly [Name in keyof D as Name extends `${string}?` ? never : Name]: DeclaredType<D[Name]>;
                    } & {
                      readonly [Name in keyof D as Name extends `${infer Bare}?` ? Bare : never]?: DeclaredType<
                        D[Name]
                      >;
                    };
