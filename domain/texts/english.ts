import audit from './en/audit.json' with { type: 'json' }
import bookings from './en/bookings.json' with { type: 'json' }
import documents from './en/documents.json' with { type: 'json' }
import languageTable from './en/languages.json' with { type: 'json' }
import mail from './en/mail.json' with { type: 'json' }
import accountData from './en/account-data.json' with { type: 'json' }
import ledger from './en/ledger.json' with { type: 'json' }
import dashboard from './en/dashboard.json' with { type: 'json' }
import bookingPage from './en/booking-page.json' with { type: 'json' }
import caller from './en/caller.json' with { type: 'json' }
import delivery from './en/delivery.json' with { type: 'json' }
import catalogue from './en/catalogue.json' with { type: 'json' }
import chat from './en/chat.json' with { type: 'json' }
import courier from './en/courier.json' with { type: 'json' }
import follow from './en/follow.json' with { type: 'json' }
import money from './en/money.json' with { type: 'json' }
import notifications from './en/notifications.json' with { type: 'json' }
import officeMoney from './en/office-money.json' with { type: 'json' }
import pages from './en/pages.json' with { type: 'json' }
import palette from './en/palette.json' with { type: 'json' }
import people from './en/people.json' with { type: 'json' }
import profile from './en/profile.json' with { type: 'json' }
import security from './en/security.json' with { type: 'json' }
import safety from './en/safety.json' with { type: 'json' }
import safetyDesk from './en/safety-desk.json' with { type: 'json' }
import settings from './en/settings.json' with { type: 'json' }
import setup from './en/setup.json' with { type: 'json' }
import social from './en/social.json' with { type: 'json' }
import shared from './en/shared.json' with { type: 'json' }
import traffic from './en/traffic.json' with { type: 'json' }
import trips from './en/trips.json' with { type: 'json' }
import { messages } from '../messages/english.ts'
import { noticeTexts } from '../notices/notice-texts.ts'
import { firstTexts } from './first-texts.ts'

/** Every English text by key: the source of the keys. The other languages have the same ones. */
export const english = {
  ...firstTexts,
  ...messages,
  ...shared,
  ...pages,
  ...trips,
  ...bookings,
  ...money,
  ...officeMoney,
  ...ledger,
  ...setup,
  ...mail,
  ...accountData,
  ...dashboard,
  ...people,
  ...documents,
  ...profile,
  ...languageTable,
  ...security,
  ...social,
  ...settings,
  ...catalogue,
  ...follow,
  ...courier,
  ...chat,
  ...audit,
  ...traffic,
  ...palette,
  ...bookingPage,
  ...caller,
  ...delivery,
  ...safety,
  ...safetyDesk,
  ...notifications,
  ...noticeTexts,
}
