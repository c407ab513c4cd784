import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { MAX_BLOCKS } from '@plinth/contract/limits.ts'
import type { MediaKind } from '@plinth/contract/media/file-types.ts'
import type { Draft } from '@plinth/contract/portfolios/drafts.ts'
import type { Block } from '@plinth/contract/portfolios/studies.ts'
import { movedBehind } from '../../../../lib/arrange/arrange-rules.ts'
import { useDraft } from '../../../../lib/forms/draft.ts'
import { toast } from '../../../../ui/feedback/toast.ts'
import {
  duplicateOf,
  newBlock,
  withBlock,
  withInserted,
  withoutBlock,
} from './document/study-rules.ts'
import { makeStudyState, type KeptStudy } from './document/study-state.ts'
import { readDraft, useSaveDraft } from './editor-api.ts'
import { blockTexts, editorTexts, listTexts } from './editor-texts.ts'
import { nameOf } from './block-view.ts'
import type { Addition } from './additions.ts'
import { useStudyUploads } from './use-study-uploads.ts'

/** What is chosen: a block, or the head of the page; in blocks with several files, one of them. */
export interface Chosen {
  id: string
  at: number
}
export const HEAD = 'head'

const EMPTY = { json: '' }

function keptIn(json: string | undefined): KeptStudy | null {
  if (json === undefined || json === '') return null
  try {
    return JSON.parse(json) as KeptStudy
  } catch {
    return null
  }
}

/** One open editor: its state, what is chosen, and everything that can be done to the page. */
export function useStudio(draft: Draft, viewerId: string) {
  const { id } = draft.item
  const saveDraft = useSaveDraft(id)
  // For this tab only: another tab keeps its own, and the two are merged by saving.
  const kept = useDraft({ name: `case-study-${id}`, owner: viewerId, isPerTab: true, empty: EMPTY })
  const [state] = useState(() =>
    makeStudyState({
      draft,
      kept: keptIn(kept.saved?.fields.json),
      save: (study, base) => saveDraft({ study, base }),
      read: () => readDraft(id),
      keep: (next) => (next === null ? kept.drop() : kept.save({ json: JSON.stringify(next) })),
    }),
  )
  const shown = useSyncExternalStore(state.subscribe, state.read)
  const { now: study, past, future } = shown.history
  const uploads = useStudyUploads(state, { id, viewerId })
  const [chosen, setChosen] = useState<Chosen>({ id: HEAD, at: 0 })
  const [fresh, setFresh] = useState<string | null>(null)
  /** The kinds of files that new blocks were added for. */
  const [meant] = useState(() => new Map<string, readonly MediaKind[]>())
  const [said, setSaid] = useState('')

  useEffect(() => {
    state.start()
    addEventListener('online', state.retry)
    return () => {
      removeEventListener('online', state.retry)
      state.end()
    }
  }, [state])
  const { files } = draft
  useEffect(() => state.renewFiles(files), [state, files])

  const placeOf = (blockId: string) => study.blocks.findIndex((one) => one.id === blockId)
  const say = (block: Block, place: number, all = study.blocks.length) =>
    setSaid(listTexts.place(nameOf(block, shown.files), place + 1, all))
  const insert = (after: string | null, block: Block) => {
    if (study.blocks.length >= MAX_BLOCKS) {
      toast({ title: listTexts.full(MAX_BLOCKS), variant: 'destructive' })
      return
    }
    state.change((now) => withInserted(now, after, block))
    setFresh(block.id)
    setChosen({ id: block.id, at: 0 })
    say(block, after === null ? 0 : placeOf(after) + 1, study.blocks.length + 1)
  }
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event
    if (altKey || ctrlKey === metaKey) return
    // A dialog above the page has fields of its own.
    if (target instanceof Element && target.closest('[role$=dialog]') !== null) return
    const isRedo = key.toLowerCase() === 'y' || (key.toLowerCase() === 'z' && shiftKey)
    if (!isRedo && key.toLowerCase() !== 'z') return
    event.preventDefault()
    if (isRedo) state.redo()
    else state.undo()
  })
  useEffect(() => {
    addEventListener('keydown', onKey, { capture: true })
    return () => removeEventListener('keydown', onKey, { capture: true })
  }, [])

  return {
    id,
    viewerId,
    draft,
    state,
    shown,
    study,
    files: shown.files,
    people: shown.people,
    canUndo: past.length > 0,
    canRedo: future.length > 0,
    uploads,
    chosen,
    choose: (blockId: string, at = 0) => {
      if (blockId !== chosen.id || at !== chosen.at) setChosen({ id: blockId, at })
    },
    /** The block that was added last, which takes the focus when it appears. */
    fresh,
    said,
    meantFor: (blockId: string) => meant.get(blockId),
    /** Changes fields of a block. Changes of the same field that follow each other quickly are undone together. */
    edit: <B extends Block>(block: B, patch: Partial<B>, field?: string) =>
      state.change(
        (now) => withBlock(now, block.id, (one) => ({ ...one, ...patch })),
        field === undefined ? null : `${block.id} ${field}`,
      ),
    add: ({ type, kinds }: Addition, after: string | null) => {
      const block = newBlock(type)
      if (kinds !== undefined) meant.set(block.id, kinds)
      insert(after, block)
    },
    duplicate: (block: Block) => insert(block.id, duplicateOf(block)),
    move: (blockId: string, after: string | null) =>
      state.change((now) => ({ ...now, blocks: movedBehind(now.blocks, blockId, after) })),
    step: (block: Block, by: -1 | 1) => {
      const to = placeOf(block.id) + by
      if (to < 0 || to >= study.blocks.length) return
      const others = study.blocks.filter((one) => one !== block)
      const after = others[to - 1]?.id ?? null
      state.change((now) => ({ ...now, blocks: movedBehind(now.blocks, block.id, after) }))
      say(block, to)
    },
    remove: (block: Block) => {
      const place = placeOf(block.id)
      const next = study.blocks[place + 1] ?? study.blocks[place - 1]
      uploads.pendingIn(block.id).forEach(uploads.remove)
      state.change((now) => withoutBlock(now, block.id))
      setChosen({ id: next?.id ?? HEAD, at: 0 })
      toast({
        title: blockTexts.deleted(nameOf(block, shown.files)),
        variant: 'success',
        action: { label: editorTexts.undo, onClick: state.undo },
      })
      return next?.id ?? HEAD
    },
  }
}

export type Studio = ReturnType<typeof useStudio>
