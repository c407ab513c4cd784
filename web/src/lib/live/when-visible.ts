/** Runs it while the page can be seen: at once, or when somebody comes back to it. */
export function whenVisible(run: () => void): void {
  if (document.visibilityState === 'visible') {
    run()
    return
  }
  const onChange = () => {
    if (document.visibilityState !== 'visible') return
    document.removeEventListener('visibilitychange', onChange)
    run()
  }
  document.addEventListener('visibilitychange', onChange)
}
