import type { Role } from '@remis/domain/kit/endpoint'
import type { StaticDataRouteOption } from '@tanstack/react-router'
import {
  IconBell,
  IconBrandFacebook,
  IconBuilding,
  IconCalendarClock,
  IconBook2,
  IconCalendarCheck,
  IconDashboard,
  IconCalendarX,
  IconCar,
  IconBuildingBank,
  IconCashBanknote,
  IconChartBar,
  IconDiscount2,
  IconHistory,
  IconFileInvoice,
  IconInfoCircle,
  IconLanguage,
  IconMail,
  IconReceipt2,
  IconReportAnalytics,
  IconReportMoney,
  IconSettings,
  IconUrgent,
  IconShield,
  IconShieldLock,
  IconSteeringWheel,
  IconTrafficLights,
  IconUsers,
  type Icon,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { withTexts } from './platform/i18n.ts'

/** Groups of the drawer [backoffice-3]. */
export type OfficeGroup = 'users' | 'wallet' | 'settings'

interface OfficePage {
  readonly path: `/${string}`
  /** the text `title_<title>` is the name of the window and of the link */
  readonly title: NonNullable<StaticDataRouteOption['title']>
  readonly Icon: Icon
  /** the group of the drawer, for admins */
  readonly group?: OfficeGroup
  readonly permit: readonly Role[]
  readonly load: () => Promise<ComponentType>
}

const peoplePages = () => withTexts(['people', 'documents', 'audit'], import('./people/PeoplePage.tsx'))

/** Entries show labels and values of these tables and forms. */
const auditPages = () =>
  withTexts(
    ['audit', 'settings', 'people', 'documents', 'catalogue', 'languages', 'notifications'],
    import('./audit/AuditPage.tsx'),
  )

const settingsPages = () => withTexts(['settings'], import('./settings/SettingsPage.tsx'))

const reportPages = () => withTexts(['office-money'], import('./reports/ReportPages.tsx'))

/** The tables of the back office with their addresses and links, in the order of the links [design/web-60]. */
export const officePages: readonly OfficePage[] = [
  {
    path: '/dashboard',
    title: 'dashboard',
    Icon: IconDashboard,
    permit: ['fleetadmin', 'admin'],
    load: async () =>
      (await withTexts(['dashboard', 'form-messages'], import('./dashboard/DashboardPage.tsx'))).DashboardPage,
  },
  {
    path: '/safety',
    title: 'safety',
    Icon: IconUrgent,
    permit: ['admin'],
    load: async () => (await withTexts(['safety-desk'], import('./safety/SafetyPage.tsx'))).SafetyPage,
  },
  {
    path: '/bookings/later',
    title: 'later_bookings',
    Icon: IconCalendarClock,
    permit: ['fleetadmin', 'admin'],
    load: async () => (await withTexts(['caller'], import('./bookings/later/LaterPage.tsx'))).LaterPage,
  },
  {
    path: '/riders',
    title: 'riders',
    Icon: IconUsers,
    group: 'users',
    permit: ['admin'],
    load: async () => (await peoplePages()).RidersPage,
  },
  {
    path: '/drivers',
    title: 'drivers',
    Icon: IconSteeringWheel,
    group: 'users',
    permit: ['fleetadmin', 'admin'],
    load: async () => (await peoplePages()).DriversPage,
  },
  {
    path: '/fleetadmins',
    title: 'fleetadmins',
    Icon: IconBuilding,
    group: 'users',
    permit: ['admin'],
    load: async () => (await peoplePages()).FleetAdminsPage,
  },
  {
    path: '/alladmin',
    title: 'alladmin',
    Icon: IconShield,
    group: 'users',
    permit: ['admin'],
    load: async () => (await peoplePages()).AdminsPage,
  },
  {
    path: '/cartypes',
    title: 'car_types',
    Icon: IconCar,
    permit: ['admin'],
    load: async () => (await withTexts(['catalogue'], import('./car-types/CarTypesPage.tsx'))).CarTypesPage,
  },
  {
    path: '/cancelreasons',
    title: 'cancel_reasons',
    Icon: IconCalendarX,
    permit: ['admin'],
    load: async () =>
      (await withTexts(['catalogue'], import('./cancel-reasons/CancelReasonsPage.tsx'))).CancelReasonsPage,
  },
  {
    path: '/earningreports',
    title: 'earningreports',
    Icon: IconReportAnalytics,
    group: 'wallet',
    permit: ['admin'],
    load: async () => (await reportPages()).EarningReportsPage,
  },
  {
    path: '/driverearning',
    title: 'driverearning',
    Icon: IconChartBar,
    group: 'wallet',
    permit: ['fleetadmin', 'admin'],
    load: async () => (await reportPages()).DriverEarningPage,
  },
  {
    path: '/statements',
    title: 'statements',
    Icon: IconFileInvoice,
    group: 'wallet',
    permit: ['fleetadmin', 'admin'],
    load: async () =>
      (await withTexts(['office-money', 'ledger'], import('./reports/statements/StatementsPage.tsx'))).StatementsPage,
  },
  {
    path: '/ledger',
    title: 'ledger',
    Icon: IconBook2,
    group: 'wallet',
    permit: ['admin'],
    load: async () => (await withTexts(['office-money', 'ledger'], import('./ledger/LedgerPage.tsx'))).LedgerPage,
  },
  {
    path: '/dayclose',
    title: 'dayclose',
    Icon: IconCalendarCheck,
    group: 'wallet',
    permit: ['admin'],
    load: async () =>
      (await withTexts(['office-money', 'ledger'], import('./reports/day-close/DayClosePage.tsx'))).DayClosePage,
  },
  {
    path: '/addtowallet',
    title: 'addtowallet',
    Icon: IconCashBanknote,
    group: 'wallet',
    permit: ['admin'],
    load: async () =>
      (await withTexts(['office-money'], import('./add-to-wallet/AddToWalletPage.tsx'))).AddToWalletPage,
  },
  {
    path: '/withdraws',
    title: 'withdraws',
    Icon: IconBuildingBank,
    group: 'wallet',
    permit: ['admin'],
    load: async () => (await withTexts(['office-money'], import('./withdrawals/WithdrawsPage.tsx'))).WithdrawsPage,
  },
  {
    path: '/payments',
    title: 'reviews',
    Icon: IconReportMoney,
    group: 'wallet',
    permit: ['admin'],
    load: async () => (await import('./payments/ReviewsPage.tsx')).ReviewsPage,
  },
  {
    path: '/debts',
    title: 'debts',
    Icon: IconReceipt2,
    group: 'wallet',
    permit: ['admin'],
    load: async () => (await withTexts(['office-money'], import('./wallet/DebtsPage.tsx'))).DebtsPage,
  },
  {
    path: '/appinfo',
    title: 'appinfo',
    Icon: IconInfoCircle,
    group: 'settings',
    permit: ['admin'],
    load: async () => (await settingsPages()).AppInfoPage,
  },
  {
    path: '/settings',
    title: 'settings',
    Icon: IconSettings,
    group: 'settings',
    permit: ['admin'],
    load: async () => (await settingsPages()).SettingsPage,
  },
  {
    path: '/traffic',
    title: 'traffic',
    Icon: IconTrafficLights,
    group: 'settings',
    permit: ['admin'],
    load: async () => (await withTexts(['traffic'], import('./traffic/TrafficPage.tsx'))).TrafficPage,
  },
  {
    path: '/languagesetting',
    title: 'languages',
    Icon: IconLanguage,
    group: 'settings',
    permit: ['admin'],
    load: async () => (await withTexts(['languages'], import('./languages/LanguagesPage.tsx'))).LanguagesPage,
  },
  {
    path: '/social-apps',
    title: 'social_apps',
    Icon: IconBrandFacebook,
    group: 'settings',
    permit: ['admin'],
    load: async () => (await withTexts(['social'], import('./accounts/social/SocialAppsPage.tsx'))).SocialAppsPage,
  },
  {
    path: '/mails',
    title: 'mails',
    Icon: IconMail,
    group: 'settings',
    permit: ['admin'],
    load: async () => (await withTexts(['mail'], import('./mail/MailsPage.tsx'))).MailsPage,
  },
  {
    path: '/audit',
    title: 'audit',
    Icon: IconHistory,
    group: 'settings',
    permit: ['admin'],
    load: async () => (await auditPages()).AuditPage,
  },
  {
    path: '/security-events',
    title: 'security_events',
    Icon: IconShieldLock,
    group: 'settings',
    permit: ['admin'],
    load: async () => (await import('./backoffice/SecurityEventsPage.tsx')).SecurityEventsPage,
  },
  {
    path: '/promos',
    title: 'promos',
    Icon: IconDiscount2,
    permit: ['admin'],
    load: async () => (await withTexts(['catalogue'], import('./promos/PromosPage.tsx'))).PromosPage,
  },
  {
    path: '/notifications',
    title: 'notifications',
    Icon: IconBell,
    permit: ['admin'],
    load: async () =>
      (await withTexts(['notifications'], import('./notifications/NotificationsPage.tsx'))).NotificationsPage,
  },
]
