import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { updateMedia, type Media } from '@plinth/contract/media/media.ts'
import { call, isUnauthorized, sentenceOf } from '../../lib/api/api.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { texts } from './receipt-texts.ts'

const REST_MS = 800

/**
 * The alternative text of a file, saved when typing rests, when the field is left and when the receipt goes away:
 * what was typed is never lost by closing it.
 */
export function useAltText(media: Media, onSaved: (media: Media) => void) {
  const [text, setText] = useState(media.picture.alt)
  const [saved, setSaved] = useState(media.picture.alt)
  const save = useMutation({
    // One after the other, or an older text could arrive last.
    scope: { id: `alt ${media.id}` },
    mutationFn: (alt: string) => call(updateMedia, { params: { id: media.id }, body: { alt } }),
    onSuccess: (answer, alt) => {
      setSaved(alt)
      onSaved(answer)
    },
    onError: (error) => {
      if (isUnauthorized(error)) return
      toast({
        title: texts.alt.lost,
        description: sentenceOf(error, ''),
        variant: 'destructive',
      })
    },
  })
  const isChanged = text.trim() !== saved
  const send = () => {
    const alt = text.trim()
    const isOnItsWay = save.isPending && save.variables === alt
    if (isChanged && !isOnItsWay) save.mutate(alt)
  }

  const rest = useEffectEvent(send)
  useEffect(() => {
    if (text.trim() === saved) return undefined
    const timer = setTimeout(() => rest(), REST_MS)
    return () => clearTimeout(timer)
  }, [text, saved])
  useEffect(() => () => rest(), [])

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
