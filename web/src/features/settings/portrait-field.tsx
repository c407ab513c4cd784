import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { MIN_PORTRAIT_SIDE } from '@plinth/contract/people/profile.ts'
import { type OwnUser } from '@plinth/contract/people/users.ts'
import type { Media } from '@plinth/contract/media/media.ts'
import { isUnauthorized, sentenceOf } from '../../lib/api/api.ts'
import { fullName } from '../../lib/format/format.ts'
import { usePhone } from '../../lib/browser/use-media-query.ts'
import { discardMedia, prepareSending, sendMedia } from '../../lib/uploads/media-api.ts'
import { sendingTexts } from '../../lib/uploads/upload-texts.ts'
import { Avatar } from '../../ui/layout/avatar.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { buttonVariants } from '../../ui/actions/button-variants.ts'
import { ChooseFile } from '../../ui/form/choose-file.tsx'
import { Progress } from '../../ui/feedback/progress.tsx'
import { ErrorText } from '../../ui/feedback/error-text.tsx'
import { texts } from './settings-texts.ts'
import type { ProfileForm } from './use-profile-form.ts'

const { portrait: words } = texts
const SIZE = 112
const PHONE_SIZE = 88

/** The portrait: uploaded as soon as it is chosen, and used once the form is saved. */
export function PortraitField({ form, own }: { form: ProfileForm; own: OwnUser }) {
  const { send, share, isLong, trouble } = useSendPortrait(own.id, (media) =>
    form.set('portrait', media.url),
  )
  const phone = usePhone()
  const src = form.fields.portrait || null
  const problem = trouble ?? form.problems.portrait ?? null
  return (
    <div className="flex items-center gap-7 max-tablet:gap-4">
      <Avatar
        name={fullName(own)}
        src={src}
        creator={own.isCreator}
        silent
        size={phone ? PHONE_SIZE : SIZE}
      />
      <div className="grid min-w-0 gap-2">
        <div className="flex flex-wrap gap-1">
          <ChooseFile
            accept="image/*,.heic,.heif"
            className={buttonVariants({ className: 'cursor-pointer' })}
            onFiles={([file]) => {
              if (file) send(file)
            }}
          >
            {src === null ? words.choose : words.replace}
          </ChooseFile>
          {src === null ? null : (
            <Button variant="quiet" onClick={() => form.set('portrait', '')}>
              {words.remove}
            </Button>
          )}
        </div>
        {share === null ? null : (
          <Progress value={share} label={isLong ? sendingTexts.looking : words.sending} />
        )}
        {problem === null ? (
          <p className="text-13 text-ink-3">{words.hint}</p>
        ) : (
          <ErrorText text={problem} />
        )}
      </div>
    </div>
  )
}

/** Uploads one picture at a time; another choice cancels the one before. */
function useSendPortrait(viewerId: string, onArrived: (media: Media) => void) {
  const [share, setShare] = useState<number | null>(null)
  const [isLong, setLong] = useState(false)
  const [trouble, setTrouble] = useState<string | null>(null)
  const running = useRef<AbortController | null>(null)
  const { mutate } = useMutation({
    mutationFn: ({ file, signal }: { file: File; signal: AbortSignal }) =>
      sendMedia(file, {
        viewerId,
        place: 'portrait',
        signal,
        onEvent: (event) => {
          if (event.type === 'progress' || event.type === 'resume')
            setShare(event.loaded / Math.max(1, file.size))
          setLong(event.type === 'check' && event.isLong === true)
        },
      }),
    onSuccess: (media) => {
      const problem = problemOf(media)
      setTrouble(problem)
      if (problem === null) onArrived(media)
      else discardMedia(media.id)
    },
    onError: (error, { signal }) => {
      if (!signal.aborted && !isUnauthorized(error)) setTrouble(sentenceOf(error, words.failed))
    },
    onSettled: (_media, _error, { signal }) => {
      if (running.current?.signal === signal) setShare(null)
    },
  })
  useEffect(prepareSending, [])
  useEffect(() => () => running.current?.abort(), [])
  return {
    share,
    isLong,
    trouble,
    send: (file: File) => {
      running.current?.abort()
      const stop = new AbortController()
      running.current = stop
      setTrouble(null)
      setShare(0)
      mutate({ file, signal: stop.signal })
    },
  }
}

/** Why an uploaded picture cannot be the portrait; null if it can. */
function problemOf({ kind, picture }: Media): string | null {
  if (kind !== 'image') return words.notPicture
  const { width, height } = picture
  return Math.min(width, height) < MIN_PORTRAIT_SIDE ? words.small(width, height) : null
}
