import type {
  Project,
  ProjectEvent,
  ProjectMoney,
  ProjectPayment,
} from '@plinth/contract/projects/projects.ts'
import type { Creator } from '@plinth/contract/people/users.ts'

/** A room of two, for tests: Ben hires Marit. */
const person = (firstName: string, isCreator: boolean): Creator => ({
  id: firstName.toLowerCase(),
  handle: firstName.toLowerCase(),
  firstName,
  lastName: 'Test',
  profileImageUrl: null,
  location: null,
  isCreator,
})

export const day = (value: number) => `2026-11-${String(value).padStart(2, '0')}T10:00:00Z`

export const payment = (rest: Partial<ProjectPayment> = {}): ProjectPayment => ({
  id: 'payment',
  purpose: 'deposit',
  amount: 1_600,
  state: 'paid',
  paidAt: day(21),
  fee: null,
  toClient: 0,
  toCreator: 0,
  refund: null,
  transfer: null,
  ...rest,
})

export const money = (rest: Partial<ProjectMoney> = {}): ProjectMoney => ({
  price: 3_200,
  deposit: 1_600,
  remainder: 1_600,
  held: 1_600,
  released: 0,
  refunded: 0,
  payments: [payment()],
  ...rest,
})

export const event = (
  kind: ProjectEvent['kind'],
  rest: Partial<ProjectEvent> = {},
): ProjectEvent => ({
  id: kind,
  kind,
  by: 'client',
  note: null,
  amount: null,
  at: day(21),
  ...rest,
})

export const project = ({
  steps,
  ...rest
}: Partial<Omit<Project, 'steps'>> & { steps?: Partial<Project['steps']> } = {}): Project => ({
  id: 'project',
  number: 417,
  title: 'A jar and forty bowls',
  status: 'accepted',
  work: null,
  client: person('Ben', false),
  creator: person('Marit', true),
  role: 'client',
  price: 3_200,
  proposed: null,
  deliverBy: '2026-12-20',
  needsViewer: false,
  dueAt: null,
  createdAt: day(20),
  updatedAt: day(24),
  description: 'One large jar, forty bowls.',
  files: [],
  references: [],
  timeline: '2-3 months',
  milestones: [],
  offers: [],
  deliveries: [],
  suspended: [],
  revisionsLeft: 2,
  revisionsAdded: 0,
  picks: null,
  approval: null,
  money: money(),
  dispute: null,
  events: [],
  subject: 'Project Inquiry: Moon Jar',
  conversationId: null,
  closingNote: null,
  showing: null,
  actions: [],
  takeBackAt: null,
  ...rest,
  steps: {
    requestedAt: day(20),
    depositPaidAt: day(21),
    acceptedAt: day(24),
    deliveredAt: null,
    approvedAt: null,
    completedAt: null,
    closedAt: null,
    ...steps,
  },
})
