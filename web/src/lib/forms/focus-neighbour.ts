/** Of a list whose row is about to go: the focus moves to the next row, and must not fall off the page. */
export function focusNeighbour(button: HTMLElement): void {
  const row = button.closest('li')
  const next = row?.nextElementSibling ?? row?.previousElementSibling
  const target =
    next?.querySelector<HTMLElement>('[data-remove]') ??
    button.closest('form')?.querySelector<HTMLElement>('input[type=file]')
  target?.focus()
}
