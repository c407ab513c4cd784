import { useLocation } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import type { Viewer } from '../../session/session-api.ts'
import { giveToTray, hasTray, useTrayDoor } from './tray-state.ts'

const Tray = lazy(async () => ({ default: (await import('./upload-tray.tsx')).Tray }))
const DropHint = lazy(async () => ({ default: (await import('./drop-hint.tsx')).DropHint }))

/** Where files can be dropped: home, a work, a profile and the drafts. */
const OPEN_TO_DROPS = /^\/($|portfolio\/[^/]+$|@|profile\/|creator\/|drafts$)/

/** A dialog has its own use for files, or none. */
const isCovered = () => document.querySelector('[role$=dialog]') !== null

/** Opens the tray when files are dropped on the page, handed to it, or left from an earlier visit. */
export function TrayDoor({ viewer }: { viewer: Viewer }) {
  const { isOpen } = useTrayDoor()
  const { pathname } = useLocation()
  const [isOver, setOver] = useState(false)
  const takesDrops = viewer.isCreator && OPEN_TO_DROPS.test(pathname)

  useEffect(() => {
    if (hasTray(viewer.id)) giveToTray([])
  }, [viewer.id])

  const onDrag = useEffectEvent((event: DragEvent) => {
    if (!event.dataTransfer?.types.includes('Files') || isCovered()) return
    // Without this the browser would leave the page and open the file.
    event.preventDefault()
    setOver(true)
  })
  const onDrop = useEffectEvent(async (event: DragEvent) => {
    setOver(false)
    const data = event.dataTransfer
    if (!data || event.defaultPrevented || isCovered() || !data.types.includes('Files')) return
    event.preventDefault()
    // Asked for before anything is waited for: afterwards the browser has forgotten what was dropped.
    const entries = Array.from(data.items).flatMap(
      (item) => item.webkitGetAsEntry() ?? item.getAsFile() ?? [],
    )
    const { filesOf } = await import('./dropped.ts')
    giveToTray(await filesOf(entries))
  })
  useEffect(() => {
    if (!takesDrops) return
    const stop = new AbortController()
    const { signal } = stop
    document.addEventListener('dragover', (event) => onDrag(event), { signal })
    document.addEventListener('drop', (event) => void onDrop(event), { signal })
    document.addEventListener(
      'dragleave',
      ({ relatedTarget }) => {
        if (relatedTarget === null) setOver(false)
      },
      { signal },
    )
    return () => {
      stop.abort()
      setOver(false)
    }
  }, [takesDrops])

  return (
    <Suspense fallback={null}>
      {isOver ? <DropHint /> : null}
      {isOpen ? <Tray viewer={viewer} /> : null}
    </Suspense>
  )
}
