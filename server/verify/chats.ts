import { bySql, query, type Survey } from './invariant.ts'

/** Chats and the bookings that they belong to; that a message has one of two writers is a check of its column. */
export const chatSurvey: Survey = bySql(
  'C1',
  'a chat belongs to a booking with a rider and a driver, its messages were written by one of them and are numbered without a gap',
  query`
    select c.booking_id as id from chats c join bookings b on b.id = c.booking_id
      left join chat_sides r on r.booking_id = c.booking_id and r.source = 'rider'
      left join chat_sides d on d.booking_id = c.booking_id and d.source = 'driver'
      where b.driver is null or r.user_id is distinct from b.customer or d.user_id is distinct from b.driver
        or greatest(r.delivered_n, d.delivered_n) > c.last_n
    union select c.booking_id from chats c left join chat_messages m on m.booking_id = c.booking_id
      group by c.booking_id, c.last_n having count(m.n) <> c.last_n or coalesce(max(m.n), 0) <> c.last_n
    union select s.booking_id from chat_sides s left join chat_messages m
      on m.booking_id = s.booking_id and m.source <> s.source and m.n > s.read_n
      group by s.booking_id, s.source, s.unread having count(m.n) <> s.unread`,
)
