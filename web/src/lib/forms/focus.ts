/** Moves the focus to the first invalid field, once it has rendered. */
export function focusProblem(form: HTMLElement): void {
  requestAnimationFrame(() => {
    const wrong = form.querySelector<HTMLElement>('[aria-invalid="true"]')
    const target = wrong?.matches('fieldset') ? wrong.querySelector('input') : wrong
    target?.focus()
  })
}

/** Moves the focus to the next row of a list before this one is removed, so that the page doesn't lose it. */
export function focusNeighbour(button: HTMLElement): void {
  const row = button.closest('li')
  const next = row?.nextElementSibling ?? row?.previousElementSibling
  const target =
    next?.querySelector<HTMLElement>('[data-remove]') ??
    button.closest('form')?.querySelector<HTMLElement>('input[type=file]')
  target?.focus()
}
