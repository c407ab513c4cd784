import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { CATEGORIES } from '@plinth/contract/choices.ts'
import { listUserPortfolios } from '@plinth/contract/portfolios/portfolios.ts'
import { call } from '../../../lib/api/api.ts'
import { prepareSending } from '../../../lib/uploads/media-api.ts'
import { showError, toast } from '../../../ui/feedback/toast.ts'
import type { Viewer } from '../../session/session-api.ts'
import { refreshStates } from '../drafts/drafts-cache.ts'
import { trayOf } from './tray-queue.ts'
import { MAX_IN_TRAY } from './tray-rules.ts'
import { closeDoor, takeGiven, useTrayDoor } from './tray-state.ts'
import { trayTexts as texts } from './tray-texts.ts'

const TOAST_MS = 10_000

/** The category of a creator's newest work; null without one, or when that cannot be asked now. */
async function lastCategory(id: string) {
  try {
    const [newest] = await call(listUserPortfolios, { params: { id }, query: { limit: 1 } })
    return CATEGORIES.find(({ slug }) => slug === newest?.category.slug)?.slug ?? null
  } catch {
    return null
  }
}

/** This person's tray and what it shows. Takes what was handed to it. */
export function useTray(viewer: Viewer) {
  const tray = trayOf(viewer.id)
  const view = useSyncExternalStore(tray.subscribe, tray.view)
  const client = useQueryClient()
  const router = useRouter()
  const { given } = useTrayDoor()
  const take = useEffectEvent(async () => {
    const [category] = await Promise.all([lastCategory(viewer.id), tray.start()])
    tray.preferCategory(category)
    tray.add(takeGiven())
  })
  useEffect(() => {
    if (given.length > 0) void take()
  }, [given])
  useEffect(() => {
    prepareSending()
    tray.listen({
      onTooMany: () => showError(texts.name, texts.tooMany(MAX_IN_TRAY)),
      onGiven: (wasTaken) =>
        wasTaken
          ? toast({ title: texts.given, description: texts.givenLine })
          : showError(texts.name, texts.notGiven),
    })
    void tray.start()
  }, [tray])
  const isOver =
    view.hasLoaded && view.files.length === 0 && given.length === 0 && view.saving === null
  useEffect(() => {
    if (isOver) closeDoor()
  }, [isOver])
  return {
    tray,
    view,
    save: async () => {
      const saved = await tray.save(viewer)
      if (saved === null || saved === 0) return
      toast({
        title: texts.saved(saved),
        durationMs: TOAST_MS,
        action: { label: texts.show, onClick: () => void router.navigate({ to: '/drafts' }) },
      })
      await refreshStates(client)
    },
  }
}
