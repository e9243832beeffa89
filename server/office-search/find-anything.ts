import type { officeSearchApi } from '@remis/domain/office-search/office-search-api'
import { isDemo, type SettingsCache } from '../backoffice/settings/settings-cache.ts'
import { findBookingById } from '../booking/read/find-booking-by-id.ts'
import { searchPeople } from '../people/office/search-people.ts'
import { tableContact } from '../people/office/view-person.ts'
import type { Platform, UseCase } from '../platform/http/use-case.ts'

export interface OfficeSearchDeps extends Platform {
  readonly settings: SettingsCache
}

const mostPeople = 8

/**
 * What the search of the office shell finds: everything for an admin, their own drivers and their bookings for a fleet
 * admin [design/access-97]. Contacts are shown and searched as in the tables.
 */
export const findAnything: UseCase<OfficeSearchDeps, typeof officeSearchApi.find> = async (app, { query, who }) => {
  const demo = await isDemo(app)
  const fleet = who.role === 'admin' ? null : who.id
  const [people, booking] = await Promise.all([
    searchPeople(app.db.request, { words: query.words, withContacts: !demo, fleet, most: mostPeople }),
    findBookingById(app.db.request, query.words, fleet),
  ])
  return {
    people: people.map((row) => ({
      id: row.id,
      usertype: row.usertype,
      firstName: row.first_name,
      lastName: row.last_name,
      email: tableContact(row.email, demo),
      mobile: tableContact(row.mobile, demo),
      vehicleNumber: row.vehicle_number,
    })),
    bookings: booking === undefined ? [] : [booking],
  }
}
