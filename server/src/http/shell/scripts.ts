import { escapeHtml } from './escape.ts'

const SCRIPTS =
  /<script type="module"[^>]* src="([^"]+)"><\/script>|<link rel="modulepreload"[^>]* href="([^"]+)">/g

/** From the first paint on, a browser that is never idle waits this many milliseconds. */
const SOON_MS = 500
/** The wait is over after this many milliseconds, whatever has not loaded by then. */
const MOST_MS = 3_000

/**
 * Fetches the scripts after the first paint, or as soon as somebody touches the page. They replace the screen from the
 * server with their own. What was pressed before that is pressed then: buttons, links that open a dialog, and a mouse
 * button that is still down. Focus, typed words, a chosen option and how far something was scrolled are carried
 * over. Forms that only the scripts can send wait for them.
 */
const START = `({ preloads, entries }) => {
  let begun = false
  let [pointed, focused, field, isSent] = [null, null, null, false]
  const pressed = []
  const scrolled = new Map()
  const nameOf = (one) => one.getAttribute('aria-label') ?? one.name ?? one.textContent
  const alike = (tag, name) =>
    [...document.querySelectorAll(tag)].filter((one) => nameOf(one) === name)
  const placeOf = (one) => {
    const name = nameOf(one)
    return { tag: one.tagName, name, at: alike(one.tagName, name).indexOf(one) }
  }
  const find = (place) => place && alike(place.tag, place.name)[place.at]
  const hasModifier = (event) => event.altKey || event.ctrlKey || event.metaKey || event.shiftKey
  const point = ({ target, pointerType }) => {
    const link = pointerType === 'mouse' ? target.closest('a, button') : null
    pointed = link && { ...placeOf(link), isMenu: link.getAttribute('aria-haspopup') === 'menu' }
  }
  const unpoint = () => { pointed = null }
  const hold = (event) => {
    const link = event.target.closest('a[aria-haspopup], button')
    if (link === null || link.form || hasModifier(event)) return
    event.preventDefault()
    pressed.push(placeOf(link))
  }
  const holdForm = (event) => {
    if (event.target.hasAttribute('action')) return
    event.preventDefault()
    isSent = true
  }
  const focus = (event) => { focused = placeOf(event.target) }
  const type = (event) => { field = { place: placeOf(event.target), value: event.target.value } }
  const scroll = ({ target }) => {
    if (target === document) return
    const at = [...document.getElementsByClassName(target.className)].indexOf(target)
    const { className, scrollLeft: left, scrollTop: top } = target
    scrolled.set(className + at, { className, at, to: { left, top, behavior: 'instant' } })
  }
  const listeners = {
    scroll, pointerdown: point, pointerup: unpoint, click: hold, submit: holdForm,
    focusin: focus, input: type,
  }
  const release = () => {
    for (const [name, listener] of Object.entries(listeners)) removeEventListener(name, listener, true)
  }
  const fillIn = () => {
    const wanted = find(field?.place)
    if (!wanted) return
    Object.getOwnPropertyDescriptor(wanted.constructor.prototype, 'value').set.call(wanted, field.value)
    for (const name of ['input', 'change']) wanted.dispatchEvent(new Event(name, { bubbles: true }))
    if (isSent) wanted.form?.requestSubmit()
  }
  const takeOver = () => {
    release()
    for (const { className, at, to } of scrolled.values())
      document.getElementsByClassName(className)[at]?.scrollTo(to)
    if (document.activeElement === document.body) find(focused)?.focus({ preventScroll: true })
    for (const place of pressed) find(place)?.click()
    const down = pointed
    // Menus open as soon as the button goes down, everything else when it comes up.
    if (down?.isMenu) find(down)?.click()
    else if (down !== null)
      addEventListener('pointerup', ({ target }) => {
        const link = find(down)
        if (link?.contains(target)) link.click()
      }, { once: true })
    fillIn()
  }
  const giveUp = () => {
    release()
    const link = find(pressed.at(-1))
    if (link?.href) location.assign(link.href)
  }
  const begin = () => {
    if (begun) return
    begun = true
    for (const href of JSON.parse(preloads))
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
    for (const src of JSON.parse(entries)) import(src).catch(giveUp)
  }
  const beginSoon = () => {
    if (document.readyState === 'loading') addEventListener('DOMContentLoaded', begin)
    else begin()
  }
  for (const one of document.querySelectorAll('[data-short-after]'))
    try {
      if (localStorage[one.dataset.shortAfter] === 'on') one.dataset.short = true
    } catch {
      // Storage is blocked, so every visit is the first.
    }
  for (const [name, listener] of Object.entries(listeners)) addEventListener(name, listener, true)
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
    addEventListener(name, beginSoon, { once: true })
  setTimeout(beginSoon, ${MOST_MS})
}`

/** The id of its element, which comes right after the screen. */
export const STARTER_ID = 'starter'

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
  const script = `<script id="${STARTER_ID}" data-entries="${listOf(entries)}" data-preloads="${listOf(early)}">${STARTER}</script>`
  // Before the data, so that a press is held as soon as the screen can show.
  return rest.replace('<!--boot-->', () => `${script}\n    <!--boot-->`)
}
