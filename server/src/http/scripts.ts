const SCRIPTS =
  /<script type="module"[^>]* src="([^"]+)"><\/script>|<link rel="modulepreload"[^>]* href="([^"]+)">/g

/** From the first paint on, a browser that is never idle waits this many milliseconds. */
const SOON_MS = 500
/** The wait is over after this many milliseconds, whatever has not loaded by then. */
const MOST_MS = 3_000

/**
 * Fetches the scripts after the first paint, or as soon as somebody touches the page. They replace the screen from the
 * server with their own. If somebody pressed a link that opens a dialog before that, the dialog opens then. Focus and
 * typed words are carried over.
 */
const START = `(preloads, entries, { soon, most }) => {
  let begun = false
  let [pressed, focused, field] = [null, null, null]
  const nameOf = (one) => one.getAttribute('aria-label') ?? one.name ?? one.textContent
  const alike = (tag, name) =>
    [...document.querySelectorAll(tag)].filter((one) => nameOf(one) === name)
  const placeOf = (one) => {
    const name = nameOf(one)
    return { tag: one.tagName, name, at: alike(one.tagName, name).indexOf(one) }
  }
  const find = (place) => place && alike(place.tag, place.name)[place.at]
  const hold = (event) => {
    const link = event.target.closest('a[aria-haspopup]')
    if (link === null || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    pressed = placeOf(link)
  }
  const focus = (event) => { focused = placeOf(event.target) }
  const type = (event) => { field = { place: placeOf(event.target), value: event.target.value } }
  const release = () => {
    removeEventListener('click', hold, true)
    removeEventListener('focusin', focus)
    removeEventListener('input', type)
    return find(pressed)
  }
  const takeOver = () => {
    const link = release()
    if (document.activeElement === document.body) find(focused)?.focus({ preventScroll: true })
    link?.click()
    const wanted = find(field?.place)
    if (!(wanted instanceof HTMLInputElement)) return
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(wanted, field.value)
    wanted.dispatchEvent(new Event('input', { bubbles: true }))
  }
  const giveUp = () => {
    const link = release()
    if (link) location.assign(link.href)
  }
  const begin = () => {
    if (begun) return
    begun = true
    for (const href of preloads)
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
    for (const src of entries) import(src).catch(giveUp)
  }
  addEventListener('click', hold, true)
  addEventListener('focusin', focus)
  addEventListener('input', type)
  new MutationObserver((_, observer) => {
    observer.disconnect()
    takeOver()
  }).observe(document.getElementById('root'), { childList: true })
  const idle = () => (window.requestIdleCallback ?? setTimeout)(begin, { timeout: soon })
  addEventListener('load', () => {
    if (performance.getEntriesByName('first-contentful-paint').length > 0) idle()
    else
      new PerformanceObserver((_, observer) => {
        observer.disconnect()
        idle()
      }).observe({ type: 'paint' })
  })
  for (const name of ['pointerdown', 'keydown', 'focusin'])
    addEventListener(name, begin, { once: true })
  setTimeout(begin, most)
}`

/**
 * A page that is drawn already is complete without scripts, so its letters and pictures come first. Browsers give
 * scripts in the head a high priority, and on a slow line they would keep the pictures waiting.
 */
export function startLate(shell: string, files: readonly string[]): string {
  const [entries, preloads]: [string[], string[]] = [[], []]
  const rest = shell.replaceAll(SCRIPTS, (_tag, entry?: string, preload?: string) => {
    if (entry !== undefined) entries.push(entry)
    if (preload !== undefined) preloads.push(preload)
    return ''
  })
  const early = [...preloads, ...files.map((file) => `/${file}`)]
  const script = `<script>(${START})(${JSON.stringify(early)}, ${JSON.stringify(entries)}, { soon: ${SOON_MS}, most: ${MOST_MS} })</script>`
  return rest.replace('</body>', () => `${script}\n  </body>`)
}
