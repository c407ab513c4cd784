import { WorkDialog } from './features/portfolios/work/late-work-dialog.tsx'
import type { AppRouter } from './router.tsx'

/** How long a work's screen may take to render, in ms. The browser shows the old screen until then. */
const PATIENCE = 400

const prefersReducedMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/** The work that a location shows, in a dialog or on its own page. */
function workAt({ pathname, search }: { pathname: string; search: object }): string | undefined {
  if ('work' in search && typeof search.work === 'string') return search.work
  return /^\/portfolio\/([^/]+)$/.exec(pathname)?.[1]
}

function isOnScreen(element: Element): boolean {
  const { top, bottom, left, right } = element.getBoundingClientRect()
  return bottom > 0 && right > 0 && top < innerHeight && left < innerWidth
}

const pictureOnWall = (id: string) =>
  [...document.querySelectorAll<HTMLElement>(`[data-work="${CSS.escape(id)}"]`)].find(isOnScreen)

const pictureOnLedge = () => document.querySelector<HTMLElement>('.work-standing') ?? undefined

/** Loads the dialog's code when somebody points at a work, so that it is there when the work is opened. */
function loadDialogInTime(): void {
  const load = ({ target }: Event) => {
    if (!(target instanceof Element) || target.closest('.work') === null) return
    for (const type of ['pointerover', 'focusin']) document.removeEventListener(type, load)
    void WorkDialog.preload?.()
  }
  for (const type of ['pointerover', 'focusin']) document.addEventListener(type, load)
}

/** Waits for the picture on the ledge, because the code of the work's dialog may still be loading. */
async function waitForLedge(): Promise<HTMLElement | undefined> {
  const end = performance.now() + PATIENCE
  while (pictureOnLedge() === undefined && performance.now() < end)
    await new Promise((resolve) => setTimeout(resolve, 10))
  return pictureOnLedge()
}

/** Turns off the dialog's own animation, which would run at the same time. */
function stillDialog(): void {
  const dialog = document.querySelector<HTMLElement>('.work-dialog')
  for (const part of [dialog, dialog?.parentElement]) part?.style.setProperty('animation', 'none')
}

/** Shows the picture that the wall has loaded until the larger one has come. */
function lendPicture(from: HTMLElement, to: HTMLElement): void {
  const image = to.querySelector('img')
  const source = from.querySelector('img')?.currentSrc ?? ''
  if (image !== null && !image.complete && source !== '')
    image.style.background = `url("${source}") center / cover`
}

/** The picture that the browser moves. At most one element may have the name. */
let moving: HTMLElement | undefined

function setMoving(element: HTMLElement | undefined): void {
  moving?.style.removeProperty('view-transition-name')
  moving = element
  element?.style.setProperty('view-transition-name', 'work')
}

type Render = () => Promise<void>

let running: ViewTransition | undefined

function start(type: 'screen' | 'work', update: Render): Promise<void> {
  const transition = document.startViewTransition({ types: [type], update })
  running = transition
  const end = () => {
    // Another one may have begun before this one ended.
    if (running === transition) setMoving(undefined)
  }
  // When the update fails, the router hears of it.
  void transition.finished.then(end, end)
  return transition.updateCallbackDone
}

function openWork(id: string, render: Render): Promise<void> {
  const onWall = pictureOnWall(id)
  setMoving(onWall)
  return start('work', async () => {
    await render()
    const onLedge = await waitForLedge()
    stillDialog()
    if (onWall !== undefined && onLedge !== undefined) lendPicture(onWall, onLedge)
    setMoving(onWall && onLedge)
  })
}

function closeWork(id: string, render: Render): Promise<void> {
  setMoving(pictureOnLedge())
  stillDialog()
  return start('work', async () => {
    await render()
    setMoving(pictureOnWall(id))
  })
}

/**
 * Moves from screen to screen with the browser's view transitions: a work grows from its place on the wall into its
 * dialog or page, and goes back there. Filters and other dialogs have their own transitions.
 */
export function addTransitions(router: AppRouter): void {
  loadDialogInTime()
  router.startViewTransition = async (render: Render) => {
    const isOff = router.shouldViewTransition === false || prefersReducedMotion()
    delete router.shouldViewTransition
    const from = router.state.resolvedLocation
    const to = router.latestLocation
    if (isOff || from === undefined || !('startViewTransition' in document)) return render()

    const [before, after] = [workAt(from), workAt(to)]
    if (before === undefined && after !== undefined) return openWork(after, render)
    if (before !== undefined && after === undefined) return closeWork(before, render)
    if (from.pathname === to.pathname) return render()
    return start('screen', render)
  }
}
