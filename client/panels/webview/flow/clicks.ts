/** Milliseconds in which a second click may follow. */
const DOUBLE = 300;

/** Tells single from double clicks: the action of a click runs if no second click follows in time. */
export interface Clicks {
  first(act: () => void): void;
  /** Drops a pending click, because another action came after it. */
  forget(): void;
}

/** @param second runs at the second click, whatever is below the pointer by then */
export function clicksOf(second: () => void): Clicks {
  let timer: ReturnType<typeof setTimeout> | undefined,
    isFirst = false;
  addEventListener(
    'click',
    event => {
      if (event.detail > 1 && isFirst) {
        event.stopPropagation();
        clearTimeout(timer);
        second();
      }
      isFirst = false;
    },
    true,
  );
  const forget = (): void => clearTimeout(timer);
  // what the first click does must not come after another action
  addEventListener('keydown', forget, true);
  addEventListener('mousedown', event => event.detail > 1 || forget(), true);
  return {
    first(act) {
      clearTimeout(timer);
      timer = setTimeout(act, DOUBLE);
      isFirst = true;
    },
    forget,
  };
}
