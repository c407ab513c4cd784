import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { BodyOf } from '@plinth/contract/http/endpoint.ts'
import { MAX_PINS } from '@plinth/contract/limits.ts'
import {
  arrangeEntry,
  getWall,
  showWall,
  undoArranging,
  type WallState,
} from '@plinth/contract/portfolios/walls.ts'
import { call, isUnauthorized, sentenceOf } from '../../../lib/api/api.ts'
import { showError, showFailure, toast } from '../../../ui/feedback/toast.ts'
import { setState } from './arrange-api.ts'
import {
  changeEntries,
  markShownWall,
  putState,
  refreshWorks,
  rereadWall,
  stopWall,
} from './arrange-cache.ts'
import { withMoved, withPin } from './arrange-rules.ts'
import { arrangeTexts, entryTexts as texts } from './arrange-texts.ts'
import type { ShownEntry } from './entry-view.ts'

type Change = { id: string; body: BodyOf<typeof arrangeEntry> }
/** Where a work goes once it is published; `pinAgain` is the pin that it had before it was hidden. */
type Place = Change['body'] | { pinAgain: number } | null

/** What was done here, to undo it: a move that the server knows, or a work that was hidden. */
type Step = { kind: 'move' } | { kind: 'hide'; one: ShownEntry }

const KEY = ['wall']
/** One after the other, in the order in which they were made. */
const MUTATION = { mutationKey: KEY, scope: { id: 'wall' } }

async function putInPlace(id: string, place: NonNullable<Place>): Promise<WallState> {
  const put = (body: Change['body']) => call(arrangeEntry, { params: { id }, body })
  if (!('pinAgain' in place)) return put(place)
  // Pins behind it have moved up. As the last one it moves to its place, and they make room; pinned there at once it
  // would replace one of them.
  const last = (await call(getWall)).pinCount + 1
  const pin = Math.min(place.pinAgain, last)
  if (pin < last && last <= MAX_PINS) await put({ pin: last })
  return put({ pin })
}

/** What a creator does to their wall. Each change shows at once, and is read again if the server refuses it. */
export function useWallChanges() {
  const client = useQueryClient()
  const [steps, setSteps] = useState<readonly Step[]>([])
  const [again, setAgain] = useState<Change | null>(null)
  const did = (step: Step) => setSteps((before) => [...before, step])
  const settle = async () => {
    if (client.isMutating({ mutationKey: KEY }) <= 1) await rereadWall(client)
  }

  const arranging = useMutation({
    ...MUTATION,
    mutationFn: ({ id, body }: Change) => call(arrangeEntry, { params: { id }, body }),
    onSuccess: (state) => {
      putState(client, state)
      setAgain(null)
      did({ kind: 'move' })
    },
    onError: (error, change) => {
      if (!isUnauthorized(error)) setAgain(change)
    },
    onSettled: settle,
  })
  const send = (change: Change) => {
    const { id, body } = change
    void stopWall(client)
    if ('after' in body)
      changeEntries(client, (entries) => withMoved(entries, id, body.after ?? null))
    else if ('pin' in body) changeEntries(client, (entries) => withPin(entries, id, body.pin))
    else if (body.seriesId !== null)
      changeEntries(client, (entries) => entries.filter((entry) => entry.id !== id))
    arranging.mutate(change)
  }

  /** Publishes a work and puts it where it belongs. */
  const publishing = useMutation({
    ...MUTATION,
    mutationFn: async ({ one, place }: { one: ShownEntry; place: Place }) => {
      await setState(one.id, 'published')
      if (place !== null) putState(client, await putInPlace(one.id, place))
    },
    onSuccess: (_, { one, place }) => {
      if (place !== null) did({ kind: 'move' })
      return refreshWorks(client, one.id)
    },
    onSettled: settle,
  })

  const hiding = useMutation({
    ...MUTATION,
    mutationFn: (one: ShownEntry) => setState(one.id, 'hidden'),
    onSuccess: (_, one) => {
      did({ kind: 'hide', one })
      toast({
        title: texts.hidden(one.title),
        variant: 'success',
        action: { label: arrangeTexts.undo, onClick: () => unhide(one) },
      })
      return refreshWorks(client, one.id)
    },
    onError: (error, one) => {
      if (!isUnauthorized(error)) showFailure(texts.hideFailed(one.title), () => hide(one))
    },
    onSettled: settle,
  })
  const hide = (one: ShownEntry) => {
    void stopWall(client)
    changeEntries(client, (entries) =>
      withPin(entries, one.id, null).filter(({ id }) => id !== one.id),
    )
    hiding.mutate(one)
  }
  /** Shows a hidden work again, which has kept its place but not its pin. */
  const unhide = (one: ShownEntry) => {
    setSteps((before) => before.filter((step) => step.kind !== 'hide' || step.one !== one))
    publishing.mutate(
      { one, place: one.pin === null ? null : { pinAgain: one.pin } },
      {
        onError: (error) => {
          if (!isUnauthorized(error)) showFailure(texts.notAgain(one.title), () => unhide(one))
        },
      },
    )
  }

  const undoing = useMutation({
    ...MUTATION,
    mutationFn: () => call(undoArranging),
    onSuccess: (state) => {
      putState(client, state)
      setSteps((before) => before.slice(0, -1))
    },
    onError: (error) => {
      if (!isUnauthorized(error)) showError(sentenceOf(error, arrangeTexts.nothingToUndo))
    },
    onSettled: settle,
  })

  const showing = useMutation({
    ...MUTATION,
    mutationFn: () => call(showWall),
    onSuccess: async (state) => {
      putState(client, state)
      setSteps((before) => before.filter(({ kind }) => kind === 'hide'))
      toast({ title: arrangeTexts.shown, variant: 'success' })
      await markShownWall(client)
    },
    onError: (error) => {
      if (!isUnauthorized(error)) showFailure(arrangeTexts.showFailed, () => showing.mutate())
    },
  })

  const last = steps.at(-1)
  const sent = [arranging, publishing, hiding, undoing, showing]
  return {
    isSaving: sent.some(({ isPending }) => isPending),
    isShowing: showing.isPending,
    /** Whether the last move has not arrived. */
    isFailed: again !== null,
    hasSaved: steps.length > 0,
    /** Whether the last thing that was done here can be undone without the server knowing of a move. */
    undoesHide: last?.kind === 'hide',
    retry: () => {
      if (again !== null) send(again)
    },
    move: (id: string, after: string | null) => send({ id, body: { after } }),
    pin: (id: string, pin: number | null) => send({ id, body: { pin } }),
    putInside: (id: string, seriesId: string | null) => send({ id, body: { seriesId } }),
    hide,
    publish: (one: ShownEntry, place: Place) =>
      publishing.mutate(
        { one, place },
        {
          onSuccess: () =>
            toast({
              title: texts.isShown(one.title),
              variant: 'success',
              action: { label: arrangeTexts.undo, onClick: () => hide(one) },
            }),
          onError: (error) => {
            if (!isUnauthorized(error)) showError(sentenceOf(error, texts.showFailed(one.title)))
          },
        },
      ),
    undo: () => {
      if (last?.kind === 'hide') unhide(last.one)
      else if (!undoing.isPending) undoing.mutate()
    },
    show: () => {
      if (!showing.isPending) showing.mutate()
    },
  }
}

export type WallChanges = ReturnType<typeof useWallChanges>
