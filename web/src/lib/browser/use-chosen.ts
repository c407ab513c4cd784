import { useEffect, useEffectEvent, useRef, useState } from 'react'

export interface Chosen {
  /** What is chosen and still in the list, in its order. */
  ids: readonly string[]
  has: (id: string) => boolean
  /** Chooses one or lets it go. With `isRange` everything since the last one follows it. */
  toggle: (id: string, isRange: boolean) => void
  only: (ids: readonly string[]) => void
  isAll: boolean
}

/** Where keys belong to what is typed, or to something that lies over the list. */
const ELSEWHERE =
  'input:not([type=checkbox]), textarea, select, [contenteditable], [role=menu], [role$=dialog], [role=listbox]'

/** Finds the checkbox of an entry, which `ChoiceBox` draws. */
const boxOf = (id: string) => document.querySelector<HTMLElement>(`[data-choice="${id}"]`)

/**
 * What is chosen in a list, by mouse or by keyboard: J and K go to the next and the previous entry, X chooses it.
 * Another `list` begins with nothing chosen.
 */
export function useChosen(list: string, all: readonly string[]): Chosen {
  const [state, setState] = useState({ list, ids: new Set<string>() })
  const current = state.list === list ? state.ids : new Set<string>()
  const last = useRef<string | null>(null)
  const set = (ids: Iterable<string>) => setState({ list, ids: new Set(ids) })

  const toggle = (id: string, isRange: boolean) => {
    const next = new Set(current)
    const isOn = !next.has(id)
    const from = isRange && last.current !== null ? all.indexOf(last.current) : -1
    const to = all.indexOf(id)
    const run = from === -1 ? [id] : all.slice(Math.min(from, to), Math.max(from, to) + 1)
    for (const one of run) {
      if (isOn) next.add(one)
      else next.delete(one)
    }
    last.current = id
    set(next)
  }

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return
    const target = event.target instanceof Element ? event.target : document.body
    if (target.closest(ELSEWHERE) !== null) return
    const at = all.findIndex((id) => boxOf(id)?.closest('li, tr')?.contains(target) === true)
    const key = event.key.toLowerCase()
    if (key === 'j' || key === 'k') {
      const next = all[Math.max(0, at + (key === 'j' ? 1 : -1))]
      if (next !== undefined) boxOf(next)?.focus()
    } else if (key === 'x' && at !== -1) toggle(all[at] ?? '', event.shiftKey)
    else return
    event.preventDefault()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])

  const ids = all.filter((id) => current.has(id))
  return {
    ids,
    has: (id) => current.has(id),
    toggle,
    only: set,
    isAll: ids.length > 0 && ids.length === all.length,
  }
}
