import { escapeHtml } from './escape.ts'

const SCRIPTS =
  /<script type="module"[^>]* src="([^"]+)"><\/script>|<link rel="modulepreload"[^>]* href="([^"]+)">/g

/** From the first paint on, a browser that is never idle waits this many milliseconds. */
const SOON_MS = 500
/** The wait is over after this many milliseconds, whatever has not loaded by then. */
const MOST_MS = 3_000

/**
 * Fetches the scripts after the first paint, or as soon as somebody touches the page. They replace the screen from the
 * server with their own. If somebody pressed a button or a link that opens a dialog before that, it is pressed then.
 * Focus, typed words and how far something was scrolled are carried over.
 */
const START = `({ preloads, entries }) => {
  let begun = false
  let [pressed, focused, field] = [null, null, null]
  const scrolled = new Map()
  const nameOf = (one) => one.getAttribute('aria-label') ?? one.name ?? one.textContent
  const alike = (tag, name) =>
    [...document.querySelectorAll(tag)].filter((one) => nameOf(one) === name)
  const placeOf = (one) => {
    const name = nameOf(one)
    return { tag: one.tagName, name, at: alike(one.tagName, name).indexOf(one) }
  }
  const find = (place) => place && alike(place.tag, place.name)[place.at]
  const hold = (event) => {
    const link = event.target.closest('a[aria-haspopup], button')
    if (link === null || link.form || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    pressed = placeOf(link)
  }
  const focus = (event) => { focused = placeOf(event.target) }
  const type = (event) => { field = { place: placeOf(event.target), value: event.target.value } }
  const scroll = ({ target }) => {
    if (target === document) return
    const at = [...document.getElementsByClassName(target.className)].indexOf(target)
    const { className, scrollLeft: left, scrollTop: top } = target
    scrolled.set(className + at, { className, at, to: { left, top, behavior: 'instant' } })
  }
  const release = () => {
    removeEventListener('scroll', scroll, true)
    removeEventListener('click', hold, true)
    removeEventListener('focusin', focus)
    removeEventListener('input', type)
    return find(pressed)
  }
  const takeOver = () => {
    const link = release()
    for (const { className, at, to } of scrolled.values())
      document.getElementsByClassName(className)[at]?.scrollTo(to)
    if (document.activeElement === document.body) find(focused)?.focus({ preventScroll: true })
    link?.click()
    const wanted = find(field?.place)
    if (!(wanted instanceof HTMLInputElement)) return
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(wanted, field.value)
    wanted.dispatchEvent(new Event('input', { bubbles: true }))
  }
  const giveUp = () => {
    const link = release()
    if (link?.href) location.assign(link.href)
  }
  const begin = () => {
    if (begun) return
    begun = true
    for (const href of JSON.parse(preloads))
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
    for (const src of JSON.parse(entries)) import(src).catch(giveUp)
  }
  for (const one of document.querySelectorAll('[data-short-after]'))
    try {
      if (localStorage[one.dataset.shortAfter] === 'on') one.dataset.short = true
    } catch {
      // Storage is blocked, so every visit is the first.
    }
  addEventListener('scroll', scroll, true)
  addEventListener('click', hold, true)
  addEventListener('focusin', focus)
  addEventListener('input', type)
  new MutationObserver((_, observer) => {
    observer.disconnect()
    takeOver()
  }).observe(document.getElementById('root'), { childList: true })
  const idle = () => (window.requestIdleCallback ?? setTimeout)(begin, { timeout: ${SOON_MS} })
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
  setTimeout(begin, ${MOST_MS})
}`

/** The same on every page, so that its hash can be in the content security policy. */
export const STARTER = `(${START})(document.currentScript.dataset)`

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
  const listOf = (paths: string[]) => escapeHtml(JSON.stringify(paths))
  const early = [...preloads, ...files.map((file) => `/${file}`)]
  const script = `<script data-entries="${listOf(entries)}" data-preloads="${listOf(early)}">${STARTER}</script>`
  return rest.replace('</body>', () => `${script}\n  </body>`)
}
