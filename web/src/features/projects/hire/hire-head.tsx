import type { Creator } from '@plinth/contract/people/users.ts'
import { fullName, price, ratingWords } from '../../../lib/format/format.ts'
import { pictureSources } from '../../../lib/media/picture-sources.ts'
import { ratioOf } from '../../../lib/media/wall-order.ts'
import { Avatar } from '../../../ui/layout/avatar.tsx'
import { WorkHead } from '../../../ui/wall/work-head.tsx'
import type { HiredWork } from './hire-target.ts'
import { hireTexts as texts } from './hire-texts.ts'

const ROOM = { width: 282, high: 'clamp(84px, 100dvh - 720px, 188px)' }

/** The work on its ledge, what it costs, and whose it is. */
export const HireHead = ({ work, creator }: { work: HiredWork; creator: Creator }) => (
  <WorkHead
    title={work.title}
    picture={pictureSources(work.picture)}
    ratio={ratioOf(work.picture)}
    room={ROOM}
    face={
      <span className="max-tablet:hidden">
        <Avatar
          name={fullName(creator)}
          src={creator.profileImageUrl}
          creator={creator.isCreator}
          size={44}
        />
      </span>
    }
  >
    <p className="text-14 text-ink-3">
      {work.category}, {texts.startingPrice}{' '}
      <span className="tnum font-semibold text-ink">{price(work.startingPrice)}</span>
    </p>
    {work.rating === null ? null : (
      <p className="tnum text-14 text-ink-3">{ratingWords(work.rating)}</p>
    )}
  </WorkHead>
)
