import { BILLING_EVENTS } from '@plinth/contract/notifications/notifications.ts'
import { PROJECT_EVENTS } from '@plinth/contract/projects/project-events.ts'
import { PROJECT_ROLES } from '@plinth/contract/projects/project-states.ts'
import type { ProjectStatus } from '@plinth/contract/projects/project-states.ts'
import type { ProjectEventKind } from '@plinth/contract/projects/projects.ts'
import { composeDigest } from '../../src/core/notifications/emails/digest.ts'
import type { DigestLine } from '../../src/core/notifications/emails/digest-queries.ts'
import type { ProjectEmail } from '../../src/core/notifications/emails/money/message.ts'
import { projectEmail } from '../../src/core/notifications/emails/money/project-emails.ts'
import {
  PROMOTION_NEWS,
  promotionEmail,
} from '../../src/core/notifications/emails/money/promotion-emails.ts'
import {
  SUBSCRIPTION_NEWS,
  subscriptionEmail,
} from '../../src/core/notifications/emails/money/subscription-emails.ts'
import type { StoredPicture } from '../../src/core/notifications/emails/picture-sql.ts'
import { composePlainEmail } from '../../src/core/notifications/emails/plain.ts'
import { composeEmail } from '../../src/core/notifications/emails/template/compose.ts'
import { composeAnnouncement } from '../../src/features/announcements/announcement-emails.ts'

export interface SampleEmail {
  name: string
  subject: string
  text: string
  html: string
}

const PICTURE: StoredPicture = {
  id: '0198f3a0-0000-7000-8000-000000000001',
  width: 1_600,
  height: 2_000,
  alt: 'A white vase between a blue cup and a red carafe',
  widths: [320, 640, 960, 1_280],
}

const STATUS: Partial<Record<ProjectEventKind, ProjectStatus>> = {
  deposit_paid: 'deposit_paid',
  delivered: 'delivered',
  auto_approved: 'approved',
  chargeback_opened: 'disputed',
}

/** The facts of a project of $280 between Dana and Marit. */
export const projectFacts = (over: Partial<ProjectEmail>): ProjectEmail => {
  const { role = 'client', event = 'deposit_paid' } = over
  return {
    email: 'dana@plinth.example',
    firstName: 'Dana',
    timeZone: 'Europe/Lisbon',
    role,
    event,
    cents: 14_000,
    at: new Date('2026-11-22T10:51:00Z'),
    projectId: '0198f3a0-0000-7000-8000-000000000002',
    number: 438,
    title: 'Three for a Windowsill',
    status: STATUS[event] ?? 'completed',
    priceCents: 28_000,
    depositCents: 14_000,
    deliverBy: '2026-12-14',
    creatorAgreed: false,
    dueAt: new Date('2026-11-29T17:00:00Z'),
    revisionsUsed: 0,
    revisionsAdded: 0,
    fileCount: 4,
    otherName: role === 'client' ? 'Marit Solheim' : 'Dana Okoye',
    otherFirst: role === 'client' ? 'Marit' : 'Dana',
    otherId: '0198f3a0-0000-7000-8000-000000000003',
    toClientCents: 9_000,
    toCreatorCents: 5_000,
    purpose: 'deposit',
    intentId: 'pi_1',
    paidAt: new Date('2026-11-22T10:51:00Z'),
    grossCents: 14_000,
    feeCents: 436,
    allFeesCents: 872,
    accountId: 'acct_1',
    picture: PICTURE,
    card: { brand: 'visa', last4: '4242' },
    bank: { name: 'First Bank', last4: '6789' },
    isReminder: false,
    ...over,
  }
}

const LINE: DigestLine = {
  kind: 'like',
  actor: { id: '0198f3a0-0000-7000-8000-000000000004', name: 'Dana Okoye' },
  actorCount: 3,
  workCount: 1,
  title: 'October jar',
  postId: '0198f3a0-0000-7000-8000-000000000005',
  itemId: null,
  conversationId: null,
  project: null,
  proof: null,
  standing: null,
  billing: null,
  refusal: null,
  excerpt: null,
  picture: PICTURE,
}

const PERSON = { email: 'dana@plinth.example', firstName: 'Dana', timeZone: 'America/New_York' }
const AT = new Date('2026-11-22T10:51:00Z')

/** One of each kind of email, and each with what may be missing. */
export function sampleEmails(
  publicUrl: string,
  picture: StoredPicture | null = PICTURE,
): SampleEmail[] {
  const samples: SampleEmail[] = []
  const add = (name: string, mail: Omit<SampleEmail, 'name'>) => samples.push({ name, ...mail })

  for (const event of PROJECT_EVENTS)
    for (const role of PROJECT_ROLES)
      for (const isBare of [false, true]) {
        const bare = isBare
          ? {
              card: null,
              bank: null,
              picture: null,
              paidAt: null,
              intentId: null,
              timeZone: null,
              accountId: null,
            }
          : { picture }
        const content = projectEmail(
          projectFacts({
            event,
            role,
            ...bare,
            ...(event === 'paid_out' ? { cents: 13_564 } : {}),
          }),
          publicUrl,
        )
        if (content !== null)
          add(`${event}-${role}${isBare ? '-bare' : ''}`, composeEmail(content, publicUrl))
      }
  const reminder = projectEmail(
    projectFacts({ event: 'delivered', isReminder: true, picture }),
    publicUrl,
  )
  if (reminder !== null) add('delivered-reminder', composeEmail(reminder, publicUrl))

  for (const news of SUBSCRIPTION_NEWS)
    for (const isBare of [false, true])
      add(
        `${news}${isBare ? '-bare' : ''}`,
        composeEmail(
          subscriptionEmail(
            {
              ...PERSON,
              news,
              at: AT,
              state: 'active',
              cents: isBare ? null : 599,
              cardBrand: isBare ? null : 'mastercard',
              cardLast4: isBare ? null : '4444',
              periodEnd: isBare ? null : new Date('2026-12-22T10:51:00Z'),
              pastDueSince: isBare ? null : AT,
            },
            publicUrl,
          ),
          publicUrl,
        ),
      )

  for (const news of PROMOTION_NEWS)
    for (const isBare of [false, true])
      add(
        `${news}${isBare ? '-bare' : ''}`,
        composeEmail(
          promotionEmail(
            {
              ...PERSON,
              news,
              at: AT,
              promotionId: '0198f3a0-0000-7000-8000-000000000006',
              title: 'October jar & "moon"',
              postId: isBare ? null : '0198f3a0-0000-7000-8000-000000000005',
              paidAt: isBare ? null : AT,
              endsAt: isBare ? null : new Date('2026-11-29T10:51:00Z'),
              reason: isBare ? null : 'The picture is not yours.',
              intentId: isBare ? null : 'pi_1',
              cents: isBare ? null : 3_500,
              isChargedBack: isBare,
              picture: isBare ? null : picture,
              card: isBare ? null : { brand: 'visa', last4: '4242' },
            },
            publicUrl,
          ),
          publicUrl,
        ),
      )

  const digest = (name: string, lines: Partial<DigestLine>[]) =>
    add(
      name,
      composeDigest(
        {
          email: 'dana@plinth.example',
          firstName: 'Marit',
          mailKey: '0198f3a0-0000-7000-8000-000000000007',
          lines: lines.map((line) => ({ ...LINE, picture, ...line })),
        },
        { publicUrl, userId: '0198f3a0-0000-7000-8000-000000000008', id: 'digest' },
      ),
    )
  digest('digest', [
    { kind: 'comment', actorCount: 1, excerpt: 'First firing? <3' },
    {},
    { kind: 'follow', title: null, postId: null, picture: null, actorCount: 1 },
    {
      kind: 'message',
      actorCount: 1,
      postId: null,
      picture: null,
      conversationId: '0198f3a0-0000-7000-8000-000000000009',
      title: 'Three for a Windowsill',
    },
  ])
  digest(
    'digest-long',
    Array.from({ length: 14 }, () => ({ title: 'Long'.repeat(40) })),
  )
  for (const billing of BILLING_EVENTS)
    digest(`digest-${billing}`, [
      { kind: 'money', billing, actor: null, postId: null, title: null },
    ])

  add(
    'plain',
    composePlainEmail(
      {
        subject: 'Your account\nis restored',
        title: 'Welcome back',
        paragraphs: [
          'Hello Dana,\nyou can sign in again.',
          `Everything is where it was: ${publicUrl}/settings. <b>Bold</b> & "quoted"`,
          `https://long.example/${'a'.repeat(120)}`,
        ],
        button: { label: 'Open Plinth', url: publicUrl },
      },
      publicUrl,
    ),
  )
  add(
    'announcement',
    composeAnnouncement(
      {
        subject: 'The kiln opens on Monday',
        text: 'Hello {name},\n\nbring your glazes.\nThe door is on the left.',
        userId: '0198f3a0-0000-7000-8000-000000000005',
        email: 'dana@plinth.example',
        firstName: 'Dana',
        mailKey: '0198f3a0-0000-7000-8000-000000000006',
      },
      publicUrl,
    ),
  )
  return samples
}
