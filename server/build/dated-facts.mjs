// Dates when fields and values were added and removed, from the releases of the platform's client.

/**
 * @param releases the releases, oldest first, each with its date and the result of `readRelease`
 * @returns the dated facts of all releases
 */
export function datedFacts(releases) {
  const shapes = {};
  // a field that was added with its shape, or a value that was added with its field, has no date
  const span = (isIn, facts) => {
    const from = facts.findIndex(isIn),
      last = facts.findLastIndex(isIn);
    return {
      ...(from > 0 && { since: facts[from].date }),
      ...(last < facts.length - 1 && { until: facts[last + 1].date }),
    };
  };
  const names = key => [...new Set(releases.flatMap(({ byShape }) => Object.keys(key(byShape) ?? {})))].sort();
  for (const shape of names(shapesOfRelease => shapesOfRelease)) {
    shapes[shape] = {};
    const withShape = releases.filter(({ byShape }) => byShape[shape]);
    for (const path of names(shapesOfRelease => shapesOfRelease[shape])) {
      const at = ({ byShape }) => byShape[shape]?.[path];
      const releasesWith = withShape.filter(at),
        last = at(releasesWith.at(-1));
      const isIn = value => release => at(release).isOpen || at(release).values.has(value);
      const values = new Set(releasesWith.flatMap(release => [...at(release).values]));
      shapes[shape][path] = {
        types: [...last.types].sort(),
        ...(last.isRequired && { required: true }),
        ...span(at, withShape),
        ...(!last.isOpen &&
          values.size > 0 && {
            values: Object.fromEntries([...values].sort().map(value => [value, span(isIn(value), releasesWith)])),
          }),
      };
    }
  }
  return { first: releases[0].date, newest: releases.at(-1).date, shapes };
}
