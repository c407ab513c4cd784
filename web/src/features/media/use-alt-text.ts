import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { updateMedia, type Media } from '@plinth/contract/media/media.ts'
import { call } from '../../lib/api/api.ts'
import { texts } from './receipt-texts.ts'
import { showCallError } from '../session/unauthorized.ts'

const SAVE_AFTER_MS = 800

/**
 * The alternative text of a file. It is saved when typing pauses, when the field loses focus and when the receipt closes,
 * so closing never loses text.
 */
export function useAltText(media: Media, onSaved: (media: Media) => void) {
  const [text, setText] = useState(media.picture.alt)
  const [saved, setSaved] = useState(media.picture.alt)
  const save = useMutation({
    // One at a time, or an older text could arrive last.
    scope: { id: `alt ${media.id}` },
    mutationFn: (alt: string) => call(updateMedia, { params: { id: media.id }, body: { alt } }),
    onSuccess: (answer, alt) => {
      setSaved(alt)
      onSaved(answer)
    },
    onError: (error) => {
      showCallError(error, texts.alt.lost, '')
    },
  })
  const isChanged = text.trim() !== saved
  const send = () => {
    const alt = text.trim()
    const isBeingSaved = save.isPending && save.variables === alt
    if (isChanged && !isBeingSaved) save.mutate(alt)
  }

  const sendLatest = useEffectEvent(send)
  useEffect(() => {
    if (text.trim() === saved) return undefined
    const timer = setTimeout(() => sendLatest(), SAVE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [text, saved])
  useEffect(() => () => sendLatest(), [])

  return {
    text,
    setText,
    send,
    state: save.isPending
      ? ('saving' as const)
      : isChanged && save.isError && save.variables === text.trim()
        ? ('failed' as const)
        : !isChanged && save.isSuccess
          ? ('saved' as const)
          : ('quiet' as const),
  }
}
