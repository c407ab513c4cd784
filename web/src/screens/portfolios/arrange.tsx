export function ArrangeScreen() {
  return null
}
