/** Takes the focus to the first field with something wrong, once that is drawn. */
export function focusProblem(form: HTMLElement): void {
  requestAnimationFrame(() => {
    const wrong = form.querySelector<HTMLElement>('[aria-invalid="true"]')
    const target = wrong?.matches('fieldset') ? wrong.querySelector('input') : wrong
    target?.focus()
  })
}

/** Of a list whose row is about to go: the focus moves to the next row, and must not fall off the page. */
export function focusNeighbour(button: HTMLElement): void {
  const row = button.closest('li')
  const next = row?.nextElementSibling ?? row?.previousElementSibling
  const target =
    next?.querySelector<HTMLElement>('[data-remove]') ??
    button.closest('form')?.querySelector<HTMLElement>('input[type=file]')
  target?.focus()
}
