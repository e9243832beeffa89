import type { Role } from '@remis/domain/kit/endpoint'
import type { StaticDataRouteOption } from '@tanstack/react-router'
import {
  IconBrandFacebook,
  IconBuilding,
  IconDashboard,
  IconCalendarX,
  IconCar,
  IconBuildingBank,
  IconCashBanknote,
  IconChartBar,
  IconDiscount2,
  IconInfoCircle,
  IconLanguage,
  IconMail,
  IconReceipt2,
  IconReportAnalytics,
  IconReportMoney,
  IconSettings,
  IconShield,
  IconShieldLock,
  IconSteeringWheel,
  IconUsers,
  type Icon,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { withTexts } from './platform/i18n.ts'

interface OfficePage {
  readonly path: `/${string}`
  /** the text `title_<title>` is the name of the window and of the link */
  readonly title: NonNullable<StaticDataRouteOption['title']>
  readonly Icon: Icon
  readonly permit: readonly Role[]
  readonly load: () => Promise<ComponentType>
}

const peoplePages = () => withTexts(['people', 'documents'], import('./people/PeoplePage.tsx'))

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
    path: '/riders',
    title: 'riders',
    Icon: IconUsers,
    permit: ['admin'],
    load: async () => (await peoplePages()).RidersPage,
  },
  {
    path: '/drivers',
    title: 'drivers',
    Icon: IconSteeringWheel,
    permit: ['fleetadmin', 'admin'],
    load: async () => (await peoplePages()).DriversPage,
  },
  {
    path: '/fleetadmins',
    title: 'fleetadmins',
    Icon: IconBuilding,
    permit: ['admin'],
    load: async () => (await peoplePages()).FleetAdminsPage,
  },
  {
    path: '/alladmin',
    title: 'alladmin',
    Icon: IconShield,
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
    path: '/promos',
    title: 'promos',
    Icon: IconDiscount2,
    permit: ['admin'],
    load: async () => (await withTexts(['catalogue'], import('./promos/PromosPage.tsx'))).PromosPage,
  },
  {
    path: '/payments',
    title: 'reviews',
    Icon: IconReportMoney,
    permit: ['admin'],
    load: async () => (await import('./payments/ReviewsPage.tsx')).ReviewsPage,
  },
  {
    path: '/earningreports',
    title: 'earningreports',
    Icon: IconReportAnalytics,
    permit: ['admin'],
    load: async () => (await reportPages()).EarningReportsPage,
  },
  {
    path: '/driverearning',
    title: 'driverearning',
    Icon: IconChartBar,
    permit: ['fleetadmin', 'admin'],
    load: async () => (await reportPages()).DriverEarningPage,
  },
  {
    path: '/addtowallet',
    title: 'addtowallet',
    Icon: IconCashBanknote,
    permit: ['admin'],
    load: async () =>
      (await withTexts(['office-money'], import('./add-to-wallet/AddToWalletPage.tsx'))).AddToWalletPage,
  },
  {
    path: '/withdraws',
    title: 'withdraws',
    Icon: IconBuildingBank,
    permit: ['admin'],
    load: async () => (await withTexts(['office-money'], import('./withdrawals/WithdrawsPage.tsx'))).WithdrawsPage,
  },
  {
    path: '/debts',
    title: 'debts',
    Icon: IconReceipt2,
    permit: ['admin'],
    load: async () => (await import('./wallet/DebtsPage.tsx')).DebtsPage,
  },
  {
    path: '/mails',
    title: 'mails',
    Icon: IconMail,
    permit: ['admin'],
    load: async () => (await withTexts(['mail'], import('./mail/MailsPage.tsx'))).MailsPage,
  },
  {
    path: '/social-apps',
    title: 'social_apps',
    Icon: IconBrandFacebook,
    permit: ['admin'],
    load: async () => (await withTexts(['social'], import('./accounts/social/SocialAppsPage.tsx'))).SocialAppsPage,
  },
  {
    path: '/appinfo',
    title: 'appinfo',
    Icon: IconInfoCircle,
    permit: ['admin'],
    load: async () => (await settingsPages()).AppInfoPage,
  },
  {
    path: '/settings',
    title: 'settings',
    Icon: IconSettings,
    permit: ['admin'],
    load: async () => (await settingsPages()).SettingsPage,
  },
  {
    path: '/languagesetting',
    title: 'languages',
    Icon: IconLanguage,
    permit: ['admin'],
    load: async () => (await withTexts(['languages'], import('./languages/LanguagesPage.tsx'))).LanguagesPage,
  },
  {
    path: '/security-events',
    title: 'security_events',
    Icon: IconShieldLock,
    permit: ['admin'],
    load: async () => (await import('./backoffice/SecurityEventsPage.tsx')).SecurityEventsPage,
  },
]
