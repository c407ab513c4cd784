import { useEffect, useEffectEvent, useReducer } from 'react'
import { updateMedia, type Media } from '@plinth/contract/media/media.ts'
import { call } from '../../../lib/api/api.ts'
import { PICTURES_AND_VIDEOS, refusalOf } from '../../../lib/uploads/file-refusal.ts'
import { isPending, mediaOf, newFileKey } from '../../../lib/uploads/sent-files.ts'
import type { UploadEvent } from '../../../lib/uploads/upload-state.ts'
import { useFileSending } from '../../../lib/uploads/use-file-sending.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { chosenFile, nextFiles, refusedFile, roomFor, type PostFile } from './post-files.ts'
import { texts } from './post-form-texts.ts'

const SENTENCES = {
  too_large: texts.files.tooLargeLine,
  unsupported: texts.files.unsupported,
  empty: texts.files.empty,
}

function taken(file: File): PostFile {
  const refusal = refusalOf(file, PICTURES_AND_VIDEOS)
  if (refusal === null) return chosenFile(file, newFileKey(), URL.createObjectURL(file))
  if (refusal === 'too_large') {
    toast({
      title: texts.files.tooLargeTitle,
      description: texts.files.tooLarge(file.name),
      variant: 'destructive',
    })
  }
  return refusedFile(file, newFileKey(), SENTENCES[refusal](file.name))
}

/** What is named like a picture may turn out to be something else that Plinth takes. */
const canBePosted = ({ kind }: Media) => PICTURES_AND_VIDEOS.includes(kind)

const forget = ({ preview }: PostFile) => {
  if (preview !== null) URL.revokeObjectURL(preview)
}

/** Tells the server the words said of a file, where it does not know them yet. */
export async function keepAlt(file: PostFile): Promise<Media | undefined> {
  const media = mediaOf(file)
  const alt = file.alt.trim()
  if (media === undefined || alt === media.picture.alt) return media
  return call(updateMedia, { params: { id: media.id }, body: { alt } })
}

/** The files of a post in the making: each is sent as soon as it is chosen, two at a time. */
export function usePostUploads(viewerId: string) {
  const [files, dispatch] = useReducer(nextFiles, [])
  const tell = (key: string, event: UploadEvent) => dispatch({ type: 'upload', key, event })
  const { pause, goOn, discard } = useFileSending({
    viewerId,
    place: 'post',
    files,
    tell,
    refuse: (media, name) => (canBePosted(media) ? null : texts.files.unsupported(name)),
  })
  const end = useEffectEvent(() => {
    for (const file of files) forget(file)
  })
  useEffect(() => () => end(), [])

  const remove = (file: PostFile) => {
    discard(file)
    forget(file)
    dispatch({ type: 'remove', key: file.key })
  }
  return {
    files,
    pending: files.filter(isPending).length,
    /** Takes what is chosen, dropped or pasted, as far as there is room, and gives the first that is sent. */
    choose: (chosen: FileList): PostFile | undefined => {
      const all = Array.from(chosen, taken)
      const sound = all.filter(({ file }) => file !== null)
      const room = roomFor(files)
      const surplus = new Set(sound.slice(room))
      for (const file of surplus) forget(file)
      if (surplus.size > 0) {
        toast({
          title: texts.files.tooManyTitle,
          description: texts.files.tooMany,
          variant: 'destructive',
        })
      }
      dispatch({ type: 'add', files: all.filter((file) => !surplus.has(file)) })
      return sound.slice(0, room)[0]
    },
    restore: (kept: readonly PostFile[]) => dispatch({ type: 'restore', files: kept }),
    pause,
    goOn,
    move: (key: string, by: -1 | 1) => dispatch({ type: 'move', key, by }),
    describe: (key: string, alt: string) => dispatch({ type: 'describe', key, alt }),
    /** Its words as they stand go to the server, so that they outlast this page. */
    keepAlt: async (file: PostFile) => {
      const media = await keepAlt(file)
      if (media) tell(file.key, { type: 'keep', media })
    },
    remove,
    removeAll: () => {
      for (const file of files) remove(file)
    },
  }
}
export type PostUploads = ReturnType<typeof usePostUploads>
