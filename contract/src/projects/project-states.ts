/** The lifecycle of a project: who may move it from where to where. The server alone moves it. */
export const PROJECT_STATUSES = [
  'requested',
  'deposit_paid',
  'accepted',
  'delivered',
  'revision_requested',
  'approved',
  'completed',
  'declined',
  'withdrawn',
  'expired',
  'cancelled',
  'disputed',
  'resolved',
] as const
export type ProjectStatus = (typeof PROJECT_STATUSES)[number]

export const PROJECT_ROLES = ['client', 'creator'] as const
export type ProjectRole = (typeof PROJECT_ROLES)[number]
/** `plinth`: a time limit that ran out or a payment that the provider confirmed. */
export type ProjectActor = ProjectRole | 'admin' | 'plinth'

interface Transition {
  from: readonly ProjectStatus[]
  to: ProjectStatus
  by: readonly ProjectActor[]
}

const AT_WORK = ['accepted', 'delivered', 'revision_requested'] as const

export const PROJECT_TRANSITIONS = {
  /** The deposit was paid. */
  deposit: { from: ['requested'], to: 'deposit_paid', by: ['plinth'] },
  /** Terms that the creator wrote or agreed to are accepted with the deposit, by `plinth`. */
  accept: { from: ['deposit_paid'], to: 'accepted', by: ['creator', 'plinth'] },
  decline: { from: ['requested', 'deposit_paid'], to: 'declined', by: ['creator'] },
  withdraw: { from: ['requested', 'deposit_paid'], to: 'withdrawn', by: ['client'] },
  expire: { from: ['requested', 'deposit_paid'], to: 'expired', by: ['plinth'] },
  deliver: { from: ['accepted', 'revision_requested'], to: 'delivered', by: ['creator'] },
  requestRevision: { from: ['delivered'], to: 'revision_requested', by: ['client'] },
  /** `plinth`: a delivery that was not answered. */
  approve: { from: ['delivered'], to: 'approved', by: ['client', 'plinth'] },
  /** The remainder was paid. */
  complete: { from: ['approved'], to: 'completed', by: ['plinth'] },
  /** Approved and never paid: the deposit is the creator's. */
  abandon: { from: ['approved'], to: 'resolved', by: ['plinth'] },
  /** Nothing delivered long after the agreed date: the client takes the deposit back. */
  takeBack: { from: ['accepted'], to: 'cancelled', by: ['client'] },
  /** Both agreed on a split of the deposit. */
  cancel: { from: [...AT_WORK, 'disputed'], to: 'cancelled', by: ['client', 'creator'] },
  dispute: { from: [...AT_WORK], to: 'disputed', by: ['client', 'creator'] },
  /** The client's bank took the deposit back for now. When it gives it back, the project goes on where it stood. */
  freeze: { from: ['deposit_paid', ...AT_WORK, 'approved'], to: 'disputed', by: ['plinth'] },
  /** `plinth`: nobody ruled in time, or the bank ruled. */
  rule: { from: ['disputed'], to: 'resolved', by: ['admin', 'plinth'] },
} as const satisfies { readonly [action: string]: Transition }
export type ProjectTransition = keyof typeof PROJECT_TRANSITIONS

/** What the two can do in the room, by the name of the call. The server says which of them are open to the viewer. */
export const PROJECT_ACTIONS = [
  'payDeposit',
  'offer',
  'accept',
  'decline',
  'withdraw',
  'deliver',
  'checkMilestone',
  'requestRevision',
  'complete',
  'takeBack',
  'proposeDate',
  'proposeCancel',
  'dispute',
  'review',
] as const
export type ProjectAction = (typeof PROJECT_ACTIONS)[number]

/** Whether money of the project can still move by what the two do. */
export const OPEN_STATUSES: readonly ProjectStatus[] = [
  'requested',
  'deposit_paid',
  'accepted',
  'delivered',
  'revision_requested',
  'approved',
  'disputed',
]
