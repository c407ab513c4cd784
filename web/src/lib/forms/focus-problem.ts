/** Takes the focus to the first field with something wrong, once that is drawn. */
export function focusProblem(form: HTMLElement): void {
  requestAnimationFrame(() => {
    const wrong = form.querySelector<HTMLElement>('[aria-invalid="true"]')
    const target = wrong?.matches('fieldset') ? wrong.querySelector('input') : wrong
    target?.focus()
  })
}
