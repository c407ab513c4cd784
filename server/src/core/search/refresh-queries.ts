import { sql, type Kysely } from 'kysely'
import type { Database } from '../../db/pool.ts'
import type { DB } from '../../db/schema.ts'

/** Recomputes what search knows of many rows at once: people whose works changed, its words, and its counts. */
export async function refreshSearch(db: Kysely<DB>): Promise<void> {
  await refreshPeople(db)
  for (const refresh of [refreshTerms, refreshFacets, refreshTopPosts]) {
    await db.transaction().execute(async (trx) => {
      // At a million works this takes longer than a request may.
      await sql`set local statement_timeout = '10min'`.execute(trx)
      await refresh(trx)
    })
  }
}

/** People in one statement. */
const CHUNK = 5_000

/** Reads people again whose works or followers have changed. */
async function refreshPeople(db: Database): Promise<void> {
  for (let count = CHUNK; count === CHUNK;) {
    const { rows } = await sql<{ count: number }>`
      with stale as materialized (
        select array(
          select user_id from people_docs where is_stale
          -- As after an import.
          union all select u.id from users u
            where not u.is_gone and not exists (select 1 from people_docs d where d.user_id = u.id)
          limit ${sql.lit(CHUNK)}) as ids),
      done as materialized (select refresh_people_docs(ids) from stale)
      select cardinality(ids) as count from stale, done`.execute(db)
    count = rows[0]?.count ?? 0
  }
  await sql`
    with moved as materialized (
      select d.user_id, w.pop from people_docs d join users u on u.id = d.user_id
      cross join lateral (select round((4 * ln(1 + u.follower_count))::numeric)::real / 4 as pop) w
      where d.pop <> w.pop order by d.user_id for no key update of d)
    update people_docs d set pop = m.pop from moved m where d.user_id = m.user_id`.execute(db)
}

/**
 * Counts works and posts for each stem, and people for each word, from the stored documents, and deletes words that no
 * longer occur. Words are read from the texts again only if a stem has none, since new works and posts add their own. It
 * is a single statement, so that it does not see, and delete, a word that is added in the meantime.
 */
async function refreshTerms(db: Database): Promise<void> {
  const { rows } = await sql<{ inWorks: boolean; inPosts: boolean; ofPeople: boolean }>`
    with works as materialized (
      select word as stem, ndoc as n from ts_stat('select doc from portfolio_items where state = ''published''')
      -- Category markers contain a space and are not words.
      where word !~ ' '),
    shown as materialized (
      select word as stem, ndoc as n from ts_stat('select doc from post_docs') where word !~ ' '),
    creators as materialized (
      select word, ndoc as n from ts_stat('select doc from people_docs where is_creator')),
    others as materialized (
      select word, ndoc as n from ts_stat('select doc from people_docs where not is_creator')),
    wanted as materialized (
      select t.word, t.item_count, t.post_count, t.creator_count, t.member_count,
        coalesce(w.n, 0) as items, coalesce(s.n, 0) as posts, coalesce(c.n, 0) as creators,
        coalesce(o.n, 0) as members
      from search_terms t left join works w using (stem) left join shown s using (stem)
      left join creators c using (word) left join others o using (word)),
    forgotten as (
      delete from search_terms t using wanted w
      where t.word = w.word and w.items = 0 and w.posts = 0 and w.creators = 0 and w.members = 0),
    locked as materialized (
      select t.word from search_terms t join wanted w using (word)
      where (w.items, w.posts, w.creators, w.members)
          is distinct from (w.item_count, w.post_count, w.creator_count, w.member_count)
        and w.items + w.posts + w.creators + w.members > 0
      order by t.word for no key update of t),
    counted as (
      update search_terms t set item_count = w.items, post_count = w.posts,
        creator_count = w.creators, member_count = w.members
      from wanted w, locked l where t.word = w.word and t.word = l.word)
    select exists (select 1 from works w where length(w.stem) <= 50
        and not exists (select 1 from search_terms t where t.stem = w.stem)) as "inWorks",
      exists (select 1 from shown s where length(s.stem) <= 50
        and not exists (select 1 from search_terms t where t.stem = s.stem)) as "inPosts",
      exists (select 1 from creators c where length(c.word) <= 50
        and not exists (select 1 from search_terms t where t.word = c.word)
        and to_tsvector('plinth', c.word) <> '') as "ofPeople"`.execute(db)
  const [missing] = rows
  if (missing?.inWorks === true) await readWordsOfWorks(db)
  if (missing?.inPosts === true) await readWordsOfPosts(db)
  if (missing?.ofPeople === true) await readWordsOfPeople(db)
}

async function readWordsOfWorks(db: Database): Promise<void> {
  await sql`
    insert into search_terms (word, stem, item_count)
    select w.word, s.lexeme, sum(w.ndoc) over (partition by s.lexeme)
    from ts_stat($$
      select to_tsvector('plinth_words', search_text(concat_ws(' ', p.title, array_to_string(p.tags, ' '),
        u.first_name, u.last_name, u.handle, c.name, p.description,
        case when p.has_case_study then study_words(s.published) end)))
      from portfolio_items p join users u on u.id = p.creator_id join categories c on c.id = p.category_id
      left join case_studies s on s.item_id = p.id
      where p.state = 'published'
    $$) w
    cross join lateral (select lexeme from unnest(to_tsvector('plinth', w.word)) limit 1) s
    where length(w.word) <= 50
    order by w.word
    on conflict do nothing`.execute(db)
}

async function readWordsOfPosts(db: Database): Promise<void> {
  await sql`
    insert into search_terms (word, stem, item_count, post_count)
    select w.word, s.lexeme, 0, sum(w.ndoc) over (partition by s.lexeme)
    from ts_stat($$
      select to_tsvector('plinth_words', search_text(concat_ws(' ', p.title, array_to_string(p.tags, ' '),
        u.first_name, u.last_name, u.handle, p.description)))
      from posts p join users u on u.id = p.creator_id where p.is_visible
    $$) w
    cross join lateral (select lexeme from unnest(to_tsvector('plinth', w.word)) limit 1) s
    where length(w.word) <= 50
    order by w.word
    on conflict do nothing`.execute(db)
}

async function readWordsOfPeople(db: Database): Promise<void> {
  await sql`
    insert into search_terms (word, stem, item_count, creator_count)
    select w.word, s.lexeme, 0, w.ndoc
    from ts_stat('select doc from people_docs where is_creator') w
    cross join lateral (select lexeme from unnest(to_tsvector('plinth', w.word)) limit 1) s
    where length(w.word) <= 50
    order by w.word
    on conflict do nothing`.execute(db)
}

/** Counts works and their creators for each facet, the works of each tag, and all posts. */
async function refreshFacets(db: Database): Promise<void> {
  await sql`
    with pairs as materialized (
      select f.facet, p.creator_id, count(*) as works
      from portfolio_items p cross join lateral unnest(p.facets || array['all']) f (facet)
      where p.is_listed group by 1, 2),
    labels as (
      select 'at ' || place as facet, mode() within group (order by label) as label
      from (
        select btrim(search_text(part)) as place, btrim(part) as label
        from users u cross join lateral unnest(string_to_array(u.location, ',')) part
        where u.id in (select creator_id from pairs)) p
      group by 1),
    wanted as materialized (
      select c.facet, l.label, c.works, c.creators from (
        select facet, sum(works)::integer as works, count(*)::integer as creators from pairs group by facet) c
      left join labels l using (facet)
      union all
      select 'tag ' || tag, tag, count(*)::integer, 0 from portfolio_tags group by tag
      union all
      select 'posts', null, count(*)::integer, 0 from post_docs),
    forgotten as (
      delete from facet_counts f where not exists (select 1 from wanted w where w.facet = f.facet))
    insert into facet_counts (facet, label, item_count, creator_count)
    select facet, label, works, creators from wanted order by facet
    on conflict (facet) do update
      set label = excluded.label, item_count = excluded.item_count, creator_count = excluded.creator_count
      where (facet_counts.label, facet_counts.item_count, facet_counts.creator_count)
        is distinct from (excluded.label, excluded.item_count, excluded.creator_count)`.execute(db)
}

/** The hottest tenth of all visible posts is what search reads first for common words. */
async function refreshTopPosts(db: Database): Promise<void> {
  await sql`
    with lowest as materialized (
      select hot, id from posts where is_visible order by hot desc, id desc
      offset (select count(*) / 10 from post_docs) limit 1),
    wanted as materialized (
      select d.post_id, (p.hot, p.id) > (l.hot, l.id) as is_top
      from lowest l, post_docs d join posts p on p.id = d.post_id
      where d.is_top <> ((p.hot, p.id) > (l.hot, l.id))
      order by d.post_id for no key update of d)
    update post_docs d set is_top = w.is_top from wanted w where d.post_id = w.post_id`.execute(db)
}
