import { Bookmark, Heart } from 'lucide-react'
import type { PortfolioItem } from '@plinth/contract/portfolios/portfolios.ts'
import { smallPicture } from '../../../lib/media/thumbnail.ts'
import { useBoardPicker } from '../../../ui/actions/board-picker.tsx'
import { CountToggle } from '../../../ui/actions/count-toggle.tsx'
import { useSignInLink } from '../../session/use-member-act.ts'
import { useLike, useSave } from '../portfolio-api.ts'
import { texts } from '../portfolio-texts.ts'

interface ToggleProps {
  work: PortfolioItem
  /** With a word after the number, as in the dialog; placards show only the number. */
  worded?: boolean
}

/** For the dialog that asks a visitor to sign in. */
export const aboutWork = ({ title, picture, isSensitive }: PortfolioItem) => ({
  title,
  image: isSensitive ? null : smallPicture(picture),
})

export function LikeButton({ work, worded = false }: ToggleProps) {
  const like = useLike()
  const signIn = useSignInLink({
    kind: 'like',
    of: 'portfolio',
    id: work.id,
    about: aboutWork(work),
  })
  return (
    <CountToggle
      pressed={work.isLiked}
      name={texts.likes.like(work.title)}
      icon={<Heart size={worded ? 20 : 15} aria-hidden />}
      value={work.likeCount}
      word={texts.likes.likeWord(work.likeCount)}
      alone={texts.likes.likeAlone}
      worded={worded}
      onPress={() => like(work.id, work.isLiked, !work.isLiked)}
      signIn={signIn}
    />
  )
}

export function SaveButton({ work, worded = false }: ToggleProps) {
  const boards = useBoardPicker({ of: 'work', id: work.id, title: work.title })
  const save = useSave(boards.onSaved)
  const signIn = useSignInLink({
    kind: 'save',
    of: 'portfolio',
    id: work.id,
    about: aboutWork(work),
  })
  return (
    <>
      <CountToggle
        pressed={work.isSaved}
        name={texts.likes.save(work.title)}
        icon={<Bookmark size={worded ? 20 : 16} aria-hidden />}
        // A placard has room for the button only.
        value={worded ? work.saveCount : 0}
        word={texts.likes.saveWord(work.saveCount)}
        alone={texts.likes.saveAlone}
        worded={worded}
        onPress={(button) => {
          boards.onPress(button)
          save(work.id, work.isSaved, !work.isSaved)
        }}
        signIn={signIn}
      />
      {worded && work.isSaved ? boards.boardsButton : null}
      {boards.picker}
    </>
  )
}
