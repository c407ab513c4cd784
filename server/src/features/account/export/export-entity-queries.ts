import { sql, type RawBuilder } from 'kysely'
import { dollarsOf } from '../../../core/money/money-sql.ts'
import type { Database } from '../../../db/pool.ts'

/** What an archive holds, one JSON file each, in the order of its index page. */
export const ENTITIES = {
  account: 'Your account and profile',
  posts: 'Your posts',
  works: 'Your portfolio',
  caseStudies: 'Your case studies, with their drafts',
  credits: 'Works that name you or asked to',
  wall: 'Your wall as you arranged it',
  series: 'Your series',
  comments: 'Your comments',
  likes: 'What you like',
  saves: 'What you saved',
  boards: 'Your boards, and what is on them',
  boardNotes: 'Notes you wrote on boards of others',
  boardPictures: 'Pictures you uploaded to boards',
  briefs: 'Briefs you sent from boards',
  briefDrafts: 'Briefs you haven’t sent yet',
  picks: 'What you picked when you joined',
  follows: 'People you follow',
  blocks: 'People you blocked',
  hidden: 'What you hid from For You',
  messages: 'Messages you wrote',
  projects: 'Your projects, with what you wrote and did in them',
  proofRooms: 'Proof rooms you opened for your works',
  remarks: 'Comments you wrote in proof rooms',
  links: 'Links to proof rooms you made',
  reviews: 'Reviews you wrote',
  payments: 'Your payments and refunds',
  payouts: 'Your payouts',
  subscriptions: 'Your subscriptions',
  promotions: 'Posts you promoted',
  advertising: 'Your ad inquiries',
  reports: 'What you reported',
  appeals: 'Your appeals',
  proof: 'Proof you added to cases',
  held: 'What we held before sending it',
  strikes: 'Your strikes',
  limits: 'Daily limits that staff set for you',
  sessions: 'Where you’re logged in',
  tokens: 'Your access tokens',
  activity: 'Account activity',
  files: 'Your files',
} as const
export type Entity = keyof typeof ENTITIES

type Person = RawBuilder<unknown>
const dollars = (column: string) => dollarsOf(sql.ref(column))
const nameOf = (user: string) =>
  sql`btrim(${sql.ref(`${user}.first_name`)} || ' ' || ${sql.ref(`${user}.last_name`)})`

/** Everything that this person made or chose. Of others only their names, where they appear. */
const STATEMENTS: Record<Entity, (me: Person) => RawBuilder<unknown>> = {
  account: (me) => sql`
    select u.id, u.first_name as "firstName", u.last_name as "lastName", u.email, u.bio, u.location,
      u.website, u.profile_image_url as "profileImageUrl", u.profile_colors as "profileColors",
      u.social_links as "socialLinks", u.is_creator as "isCreator", u.is_admin as "isAdmin",
      u.staff_role as role, (select json_build_object('reason', r.reason, 'at', r.removed_at)
        from creator_removals r where r.user_id = u.id) as "creatorRemoval",
      u.subscription_status as "subscriptionStatus", u.shows_sensitive as "showsSensitive",
      u.notification_settings as "notificationSettings", u.time_zone as "timeZone",
      u.keeps_name as "keepsName", u.reserves_training as "reservesTraining",
      u.default_origin as "defaultOrigin",
      (select n.item_id from profile_banners n where n.user_id = u.id) as "bannerWorkId",
      u.created_at as "createdAt"
    from users u where u.id = ${me}`,
  posts: (me) => sql`
    select p.id, p.type, p.title, p.description, c.name as category, p.tags, p.location, p.mood,
      p.is_public as "isPublic", p.is_approved as "isApproved", p.is_sensitive as "isSensitive",
      p.taken_down_reason as "takenDownReason", p.portfolio_id as "workId",
      p.like_count as likes, p.save_count as saves, p.comment_count as comments,
      p.view_count as views, p.created_at as "createdAt",
      array(select pm.media_id from post_media pm where pm.post_id = p.id order by pm.position) as "fileIds"
    from posts p left join categories c on c.id = p.category_id where p.creator_id = ${me}
    order by p.created_at, p.id`,
  works: (me) => sql`
    select i.id, i.title, i.description, c.name as category, i.tags,
      ${dollars('i.starting_price_cents')} as "startingPrice", i.media_id as "fileId",
      i.state, i.publish_at as "publishAt", i.is_listed as "isListed",
      i.taken_down_reason as "takenDownReason", i.like_count as likes,
      i.save_count as saves, i.view_count as views, i.created_at as "createdAt"
    from portfolio_items i join categories c on c.id = i.category_id where i.creator_id = ${me}
    order by i.created_at, i.id`,
  caseStudies: (me) => sql`
    select s.item_id as id, s.title, s.description, s.cover_id as "coverId", s.draft, s.published,
      s.saved_at as "savedAt", s.published_at as "publishedAt",
      (select coalesce(json_agg(json_build_object('title', r.title, 'description', r.description,
          'blocks', r.blocks, 'savedAt', r.saved_at) order by r.revision), '[]')
        from case_study_revisions r where r.item_id = s.item_id) as revisions
    from case_studies s join portfolio_items i on i.id = s.item_id where i.creator_id = ${me}
    order by i.created_at, i.id`,
  credits: (me) => sql`
    select cr.id, i.id as "workId", i.title as work, ${nameOf('o')} as of, cr.role, cr.state,
      cr.asked_at as "askedAt", cr.answered_at as "answeredAt"
    from credits cr join portfolio_items i on i.id = cr.item_id join users o on o.id = i.creator_id
    where cr.person_id = ${me} order by cr.asked_at, cr.id`,
  wall: (me) => sql`
    select w.id, case when w.series_id is null then 'work' else 'series' end as kind,
      w.draft_place as place, w.draft_pin as pin, w.draft_inside as "inSeries",
      w.place as "shownPlace", w.pin as "shownPin", w.inside as "shownInSeries"
    from wall_places w where w.creator_id = ${me} order by w.draft_at, w.id`,
  series: (me) => sql`
    select s.id, s.title, s.description, s.cover_id as "coverId", s.created_at as "createdAt",
      s.updated_at as "changedAt"
    from series s where s.creator_id = ${me} order by s.created_at, s.id`,
  comments: (me) => sql`
    select c.id, c.post_id as "postId", c.parent_id as "replyTo", c.content,
      c.like_count as likes, c.created_at as "createdAt", c.edited_at as "editedAt"
    from comments c where c.author_id = ${me} and not c.is_removed order by c.created_at, c.id`,
  likes: (me) => sql`
    select 'post' as kind, post_id as id, created_at as "createdAt" from post_likes where user_id = ${me}
    union all select 'work', item_id, created_at from portfolio_likes where user_id = ${me}
    union all select 'comment', comment_id, created_at from comment_likes where user_id = ${me}
    order by 3, 2`,
  saves: (me) => sql`
    select 'post' as kind, post_id as id, created_at as "createdAt" from post_saves where user_id = ${me}
    union all select 'work', item_id, created_at from portfolio_saves where user_id = ${me}
    order by 3, 2`,
  boards: (me) => sql`
    select bd.id, bd.title, bd.description, bd.visibility, bd.created_at as "createdAt",
      bd.changed_at as "changedAt", bd.taken_down_at as "takenDownAt",
      bd.taken_down_reason as "takenDownReason",
      array(select ${nameOf('u')} from board_people bp join users u on u.id = bp.user_id
        where bp.board_id = bd.id order by bp.asked_at, bp.user_id) as people,
      (select coalesce(json_agg(json_build_object('workId', i.portfolio_id, 'postId', i.post_id,
          'pictureId', i.media_id, 'note', i.note, 'noteBy', (select ${nameOf('n')} from users n where n.id = i.noted_by),
          'isNotThis', i.is_against, 'addedAt', i.added_at) order by i.place, i.id), '[]')
        from board_items i where i.board_id = bd.id) as items
    from boards bd where bd.owner_id = ${me} order by bd.created_at, bd.id`,
  boardNotes: (me) => sql`
    select i.id, i.note, bd.title as board, ${nameOf('o')} as of, i.portfolio_id as "workId",
      i.post_id as "postId", i.noted_at as "notedAt"
    from board_items i join boards bd on bd.id = i.board_id join users o on o.id = bd.owner_id
    where i.noted_by = ${me} and i.note <> '' and bd.owner_id <> ${me} order by i.noted_at, i.id`,
  boardPictures: (me) => sql`
    select i.id, bd.title as board, ${nameOf('o')} as of, m.id as "fileId", m.alt as "showing",
      i.added_at as "addedAt"
    from media m join board_items i on i.media_id = m.id join boards bd on bd.id = i.board_id
    join users o on o.id = bd.owner_id
    where m.owner_id = ${me} order by i.added_at, i.id`,
  briefs: (me) => sql`
    select bf.id, bf.board_id as "boardId", bf.title, bf.content, bf.budget, bf.timeline,
      bf.needed_by as "neededBy", bf.sends_notes as "sendsNotes", bf.created_at as "createdAt",
      array(select ${nameOf('u')} from brief_recipients r join users u on u.id = r.creator_id
        where r.brief_id = bf.id order by r.place) as "to",
      (select coalesce(json_agg(json_build_object('workId', r.portfolio_id, 'postId', r.post_id,
          'pictureId', r.media_id, 'note', r.note, 'isNotThis', r.is_against) order by r.place), '[]')
        from brief_references r where r.brief_id = bf.id) as shown
    from briefs bf where bf.sender_id = ${me} order by bf.created_at, bf.id`,
  briefDrafts: (me) => sql`
    select bd.id, bd.title as board, d.content, d.budget, d.timeline, d.needed_by as "neededBy",
      d.sends_notes as "sendsNotes", d.saved_at as "savedAt",
      array(select ${nameOf('u')} from unnest(d.creator_ids) with ordinality as w (id, nth)
        join users u on u.id = w.id order by w.nth) as "to",
      (select coalesce(json_agg(json_build_object('workId', i.portfolio_id, 'postId', i.post_id,
          'pictureId', i.media_id)
          order by w.nth), '[]')
        from unnest(d.item_ids) with ordinality as w (id, nth)
        join board_items i on i.id = w.id) as shown
    from brief_drafts d join boards bd on bd.id = d.board_id where d.user_id = ${me}
    order by d.saved_at`,
  picks: (me) => sql`
    select item_id as id, created_at as "createdAt" from tastes where user_id = ${me} order by 2, 1`,
  follows: (me) => sql`
    select f.followed_id as id, ${nameOf('u')} as name, f.created_at as "createdAt"
    from follows f join users u on u.id = f.followed_id where f.follower_id = ${me}
    order by f.created_at, f.followed_id`,
  blocks: (me) => sql`
    select b.blocked_id as id, ${nameOf('u')} as name, b.created_at as "createdAt"
    from blocks b join users u on u.id = b.blocked_id where b.blocker_id = ${me}
    order by b.created_at, b.blocked_id`,
  hidden: (me) => sql`
    select 'post' as kind, post_id as id, created_at as "createdAt" from post_hides where user_id = ${me}
    union all select 'person', creator_id, created_at from creator_dampings where user_id = ${me}
    order by 3, 2`,
  messages: (me) => sql`
    select m.id, m.conversation_id as "conversationId", m.receiver_id as "toId",
      ${nameOf('u')} as "to", m.subject, m.content, m.message_type as "messageType", m.budget,
      m.timeline, ${dollars('m.quote_cents')} as quote, m.quote_timeline as "quoteTimeline",
      m.item_id as "workId", m.created_at as "createdAt", m.read_at as "readAt",
      array(select mm.media_id from message_media mm where mm.message_id = m.id
        order by mm.position) as "fileIds"
    from messages m join users u on u.id = m.receiver_id where m.sender_id = ${me}
    order by m.created_at, m.id`,
  projects: (me) => sql`
    select p.id, p.number, p.title, r.role, r.other_id as "withId", ${nameOf('u')} as "with",
      case when r.role = 'client' then p.description end as description, p.timeline, p.status,
      ${dollars('p.price_cents')} as price, p.deliver_by as "deliverBy", p.created_at as "createdAt",
      p.completed_at as "completedAt", p.closed_at as "closedAt",
      array(select jm.media_id from project_media jm where jm.project_id = p.id and r.role = 'client'
        order by jm.position) as "fileIds",
      (select coalesce(json_agg(json_build_object('workId', f.portfolio_id, 'postId', f.post_id,
          'note', f.note, 'isNotThis', f.is_against) order by f.place), '[]')
        from project_references f where f.project_id = p.id and r.role = 'client') as shown,
      (select coalesce(json_agg(json_build_object('kind', o.kind, 'state', o.state,
          'price', ${dollars('o.price_cents')}, 'deliverBy', o.deliver_by, 'picks', o.picks, 'note', o.note,
          'milestones', o.milestones, 'createdAt', o.created_at) order by o.created_at), '[]')
        from project_offers o where o.project_id = p.id and o.by_role = r.role) as offers,
      (select coalesce(json_agg(json_build_object('number', d.number, 'note', d.note,
          'createdAt', d.created_at, 'fileIds', array(select f.id from delivery_files f
            where f.delivery_id = d.id order by f.position)) order by d.number), '[]')
        from project_deliveries d where d.project_id = p.id and r.role = 'creator') as deliveries,
      (select coalesce(json_agg(json_build_object('number', d.number, 'answer', d.answer,
          'note', d.answer_note, 'answeredAt', d.answered_at) order by d.number), '[]')
        from project_deliveries d where d.project_id = p.id and r.role = 'client'
          and d.answer is not null) as answers,
      (select coalesce(json_agg(json_build_object('fileId', x.version_id, 'verdict', x.verdict, 'note', x.note,
          'decidedAt', x.decided_at) order by x.change), '[]')
        from proof_decisions x where x.room_id = p.id and x.person_id = ${me}) as decisions,
      (select k.picks from proof_rooms k where k.id = p.id and r.role = 'client') as picks,
      (select json_build_object('approvedAt', v.approved_at, 'delivery', v.delivery, 'files', v.files,
          'openComments', v.open_marks, 'picks', v.picks)
        from proof_approvals v where v.project_id = p.id) as approval,
      (select json_build_object('askedAt', g.asked_at, 'answer', g.answer, 'showFrom', g.show_from,
          'namesClient', g.names_client, 'answeredAt', g.answered_at)
        from project_showings g where g.project_id = p.id) as showing,
      (select json_build_object('text', s.text, 'asks', ${dollars('s.asks_cents')},
          'createdAt', s.created_at)
        from project_statements s where s.project_id = p.id and s.by_role = r.role) as statement,
      (select coalesce(json_agg(json_build_object('kind', e.kind, 'note', e.note,
          'amount', ${dollars('e.amount_cents')}, 'createdAt', e.created_at)
          order by e.created_at, e.id), '[]')
        from project_events e where e.project_id = p.id and e.actor_id = ${me}) as deeds
    from projects p cross join lateral (
      select case when p.client_id = ${me} then 'client' else 'creator' end as role,
        case when p.client_id = ${me} then p.creator_id else p.client_id end as other_id) r
    join users u on u.id = r.other_id
    where p.client_id = ${me} or (p.creator_id = ${me} and p.shared_at is not null)
    order by p.created_at, p.id`,
  proofRooms: (me) => sql`
    select r.id, r.title, r.created_at as "createdAt",
      array(select f.id from delivery_files f where f.room_id = r.id order by f.position) as "fileIds"
    from proof_rooms r where r.owner_id = ${me} order by r.created_at, r.id`,
  remarks: (me) => sql`
    select m.id, m.room_id as "projectId", m.version_id as "fileId", null::uuid as "answerTo", m.text,
      m.shape, m.points, m.page, m.from_time as "from", m.to_time as "to", m.state, m.created_at as "createdAt"
    from proof_marks m where m.author_id = ${me} and m.gone_at is null
    union all select r.id, m.room_id, m.version_id, m.id, r.text, null, null, null, null, null, null, r.created_at
    from proof_replies r join proof_marks m on m.id = r.mark_id
    where r.author_id = ${me} and r.gone_at is null order by 12, 1`,
  links: (me) => sql`
    select l.id, l.room_id as "projectId", l.name, l.rights as "right", l.person_name as "personName",
      l.person_email as "personEmail", l.allows_downloads as "allowsDownloads",
      l.password_hash is not null as "hasPassword", l.created_at as "createdAt", l.expires_at as "expiresAt",
      l.ended_at as "endedAt", (select count(*)::int from proof_guests g where g.link_id = l.id) as guests
    from proof_links l where l.made_by = ${me} order by l.created_at, l.id`,
  reviews: (me) => sql`
    select r.id, r.project_id as "projectId", r.subject_id as "ofId", ${nameOf('u')} as "of",
      r.author_role as "yourRole", r.rating, r.text, r.created_at as "createdAt",
      r.published_at as "publishedAt"
    from reviews r join users u on u.id = r.subject_id where r.author_id = ${me}
    order by r.created_at, r.id`,
  payments: (me) => sql`
    select p.id, p.purpose, p.project_id as "projectId", p.promotion_id as "promotionId",
      ${dollars('p.amount_cents')} as amount, p.state, p.paid_at as "paidAt",
      p.created_at as "createdAt",
      (select coalesce(json_agg(json_build_object('amount', ${dollars('r.amount_cents')},
          'state', r.state, 'createdAt', r.created_at) order by r.created_at), '[]')
        from refunds r where r.payment_id = p.id) as refunds
    from payments p where p.payer_id = ${me} order by p.created_at, p.id`,
  payouts: (me) => sql`
    select t.id, p.project_id as "projectId", ${dollars('t.amount_cents')} as amount, t.state,
      t.created_at as "createdAt"
    from transfers t join payments p on p.id = t.payment_id where t.user_id = ${me}
    order by t.created_at, t.id`,
  subscriptions: (me) => sql`
    select s.id, s.state, s.period_end as "periodEnd", s.ends_at_period_end as "endsAtPeriodEnd",
      s.card_brand as "cardBrand", s.card_last4 as "cardLast4", s.created_at as "createdAt"
    from subscriptions s where s.user_id = ${me} order by s.created_at, s.id`,
  promotions: (me) => sql`
    select p.id, p.post_id as "postId", p.title, p.state, p.starts_at as "startsAt",
      p.ends_at as "endsAt", p.reason, p.created_at as "createdAt"
    from promotions p where p.user_id = ${me} order by p.created_at, p.id`,
  advertising: (me) => sql`
    select a.id, a.business_name as "businessName", a.contact_name as "contactName", a.email,
      a.phone, a.website, a.ad_type as "adType", a.duration, a.budget, a.description,
      a.post_idea as "postIdea", a.state, a.created_at as "createdAt"
    from advertisement_inquiries a where a.user_id = ${me} order by a.created_at, a.id`,
  reports: (me) => sql`
    select r.id, r.kind, r.subject_id as "subjectId", r.reason, r.text,
      case when r.closed_at is null then 'open' else 'closed' end as status, r.outcome,
      r.created_at as "createdAt"
    from reports r where r.reporter_id = ${me} order by r.created_at, r.id`,
  appeals: (me) => sql`
    select a.id, a.kind, a.subject_id as "subjectId", a.reason, a.text, a.state, a.note,
      a.created_at as "createdAt"
    from appeals a where a.user_id = ${me} order by a.created_at, a.id`,
  proof: (me) => sql`
    select f.id, c.kind, c.subject_id as "subjectId", f.side, f.text, f.created_at as "createdAt",
      array(select fm.media_id from case_proof_media fm where fm.proof_id = f.id
        order by fm.position) as "fileIds"
    from case_proofs f join cases c on c.id = f.case_id where f.author_id = ${me}
    order by f.created_at, f.id`,
  held: (me) => sql`
    select h.id, h.kind, h.receiver_id as "toId", h.post_id as "postId", h.content, h.state, h.note,
      h.created_at as "createdAt", h.decided_at as "decidedAt"
    from held_texts h where h.author_id = ${me} order by h.created_at, h.id`,
  strikes: (me) => sql`
    select s.id, s.kind, s.subject_id as "subjectId", s.reason, s.created_at as "createdAt", s.until,
      s.lifted_at as "liftedAt"
    from strikes s where s.user_id = ${me} order by s.created_at, s.id`,
  limits: (me) => sql`
    select l.kind, l.allowed, l.reason, l.until, l.created_at as "createdAt"
    from person_limits l where l.user_id = ${me} order by l.kind`,
  sessions: (me) => sql`
    select s.user_agent as "userAgent", s.signed_in_at as "signedInAt",
      s.last_seen_at as "lastSeenAt"
    from sessions s where s.user_id = ${me} order by s.signed_in_at`,
  tokens: (me) => sql`
    select t.name, t.scopes, t.created_at as "createdAt", t.last_used_at as "lastUsedAt",
      t.expires_at as "expiresAt"
    from access_tokens t where t.user_id = ${me} order by t.id`,
  activity: (me) => sql`
    select e.kind, e.detail, e.user_agent as "userAgent", e.address, e.created_at as "createdAt"
    from account_events e where e.user_id = ${me} order by e.created_at, e.id`,
  files: (me) => sql`
    select m.id, m.kind, m.file_name as "fileName", m.content_type as "contentType",
      m.bytes::float8 as bytes, m.width, m.height, m.duration_ms as "durationMs", m.alt, m.state,
      m.taken_out as "takenOut", m.rights, m.stays, m.created_at as "createdAt",
      (select encode(l.sha256, 'hex') from media_looks l where l.media_id = m.id) as sha256,
      (select r.state from media_reviews r where r.id = m.id) as review
    from media m where m.owner_id = ${me} order by m.created_at, m.id`,
}

/** All entities of one kind, as the JSON in the archive, and their number. */
export async function readEntity(
  db: Database,
  entity: Entity,
  userId: string,
): Promise<{ json: string; count: number }> {
  const { rows } = await sql<{ json: string; count: number }>`
    select coalesce(json_agg(t), '[]')::text as json, count(*)::int as count
    from (${STATEMENTS[entity](sql`${userId}::uuid`)}) t`.execute(db)
  return rows[0] ?? { json: '[]', count: 0 }
}

export interface OriginalFile {
  id: string
  fileName: string
  /** The extension of a media file; null for a file of a delivery. */
  extension: string | null
  bytes: number
  at: Date
}

/** Files that somebody sent, with what they delivered, after this id; some at a time. */
export async function findOriginals(
  db: Database,
  userId: string,
  after: string | null,
): Promise<OriginalFile[]> {
  const { rows } = await sql<OriginalFile>`
    select * from (
      select id, file_name as "fileName", extension, bytes::float8 as bytes, created_at as at
      from media where owner_id = ${userId}::uuid
      union all
      select id, file_name, null, bytes::float8, created_at from delivery_files
      where owner_id = ${userId}::uuid and delivery_id is not null) f
    where ${after}::uuid is null or id > ${after}::uuid order by id limit 500`.execute(db)
  return rows
}
