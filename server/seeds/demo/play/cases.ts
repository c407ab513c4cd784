import { createAppeal } from '@plinth/contract/moderation/appeals.ts'
import { createTakedown } from '@plinth/contract/moderation/copyright.ts'
import { createReport } from '@plinth/contract/moderation/moderation.ts'
import { takeDown } from '@plinth/contract/moderation/takedowns.ts'
import { createAdvertisementInquiry } from '@plinth/contract/money/advertising.ts'
import { promotePost } from '@plinth/contract/posts/promotions.ts'
import type { Checkout } from '@plinth/contract/projects/projects.ts'
import { ADMIN_ID, fixedId, type World } from '../../world.ts'
import type { WorldCases } from '../../world-more.ts'
import type { Calendar } from '../calendar.ts'
import type { Act } from './hires.ts'

/** What waits for an admin, and the one thing that an admin did. */
export function caseActs(world: World, calendar: Calendar, publicUrl: string): Act[] {
  const { cases } = world.more
  return [
    ...takedownActs(world, calendar),
    ...cases.reports.flatMap((report) => reportActs(report, calendar)),
    ...cases.appeals.map(({ subject, author, text, at }): Act => ({
      at: calendar.at(at),
      play: (stage) =>
        stage.call(createAppeal, {
          as: fixedId('person', author),
          body: { kind: 'post', id: fixedId('post', subject.post), text },
        }),
    })),
    ...cases.notices.map(({ subject, at, ...notice }): Act => ({
      at: calendar.at(at),
      play: (stage) =>
        stage.call(createTakedown, {
          as: null,
          body: {
            url: `${publicUrl}/portfolio/${fixedId('work', subject.work)}`,
            work: notice.work,
            name: notice.name,
            organisation: notice.organisation,
            email: notice.email,
            address: notice.address,
            isInGoodFaith: true,
            isAccurate: true,
            signature: notice.signature,
          },
        }),
    })),
    ...cases.advertisements.map(({ at, ...advert }): Act => ({
      at: calendar.at(at),
      play: (stage) =>
        stage.call(createAdvertisementInquiry, {
          as: null,
          body: {
            businessName: advert.businessName,
            contactName: advert.contactName,
            email: advert.email,
            ...(advert.phone === null ? {} : { phone: advert.phone }),
            website: advert.website,
            adType: advert.adType,
            duration: advert.duration,
            budget: Number(advert.budget),
            description: advert.description,
            ...(advert.postIdea === null ? {} : { postIdea: advert.postIdea }),
          },
        }),
    })),
    ...cases.promotions.map(({ member, post, paidAt }): Act => ({
      at: calendar.at(paidAt),
      play: async (stage) => {
        const { url } = await stage.call<Checkout>(promotePost, {
          as: fixedId('person', member),
          params: { id: fixedId('post', post) },
        })
        await stage.pay(url)
      },
    })),
  ]
}

const takedownActs = ({ more }: World, calendar: Calendar): Act[] =>
  more.posts.flatMap(({ id, takenDown }) =>
    takenDown === undefined
      ? []
      : [
          {
            at: calendar.at(takenDown),
            play: (stage) =>
              stage.call(takeDown, {
                as: fixedId('person', ADMIN_ID),
                params: { kind: 'post', id: fixedId('post', id) },
                body: { reason: takenDown.reason, note: takenDown.note },
              }),
          },
        ],
  )

function reportActs(report: WorldCases['reports'][number], calendar: Calendar): Act[] {
  const { kind, subject } = report
  const id =
    kind === 'message'
      ? fixedId('message', `${subject.message ?? ''}/0`)
      : fixedId(kind, subject[kind] ?? '')
  return [report, ...report.others].map(({ reporter, reason, text, at }) => ({
    at: calendar.at(at),
    play: (stage) =>
      stage.call(createReport, {
        as: fixedId('person', reporter),
        body: { kind, id, reason, text },
      }),
  }))
}
