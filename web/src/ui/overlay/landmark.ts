/** What is beside the page's main part, unless it is in a dialog. */
const ASIDE = 'aside:not([role=dialog] *)'

/**
 * The landmark around something, where screen readers look for what opens from it. Null in a dialog: it watches its
 * content, and would take the focus when a tooltip in it disappears.
 */
export const landmarkOf = (element: Element | null): HTMLElement | null =>
  element?.closest<HTMLElement>('main,header,nav,footer') ??
  element?.closest<HTMLElement>(ASIDE) ??
  null
