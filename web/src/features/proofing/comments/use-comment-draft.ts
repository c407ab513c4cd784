import { useState } from 'react'
import { MARK_SHAPES } from '@plinth/contract/proofing/marks.ts'
import { useDraft } from '../../../lib/forms/draft.ts'
import type { Drawn } from '../marks/mark-rules.ts'

const EMPTY = { text: '', drawn: '' }

/** What somebody has drawn, as it is kept in the browser. */
function readDrawn(kept: string): Drawn | null {
  try {
    const value = Object(JSON.parse(kept)) as Partial<Drawn>
    const { shape, points } = value
    return shape !== undefined &&
      MARK_SHAPES.includes(shape) &&
      Array.isArray(points) &&
      points.every((point) => typeof point === 'number')
      ? { shape, points }
      : null
  } catch {
    return null
  }
}

/** A comment that is being written on a version: its words, and what was drawn. It survives a reload. */
export function useCommentDraft(versionId: string, owner: string) {
  const draft = useDraft({ name: `proof.${versionId}`, owner, empty: EMPTY })
  const [text, setText] = useState(draft.saved?.fields.text ?? '')
  const [drawn, setDrawn] = useState(() => readDrawn(draft.saved?.fields.drawn ?? ''))
  const save = (next: { text: string; drawn: Drawn | null }) =>
    draft.save({
      text: next.text,
      drawn: next.drawn === null ? '' : JSON.stringify(next.drawn),
    })
  return {
    text,
    drawn,
    setText: (typed: string) => {
      setText(typed)
      save({ text: typed, drawn })
    },
    setDrawn: (next: Drawn | null) => {
      setDrawn(next)
      save({ text, drawn: next })
    },
    drop: () => {
      setText('')
      setDrawn(null)
      draft.drop()
    },
  }
}
export type CommentDraft = ReturnType<typeof useCommentDraft>
