import { messages } from '@remis/domain/messages/english'
import { pageTexts } from './english-pages.ts'

/** Texts of what follows the first page, with the message of every key; they come with the first part that says one. */
export const followingTexts = {
  // frame
  menu: 'Menu',
  cancel: 'Cancel',
  not_found_title: 'Nothing here',
  not_found_text: 'This address leads nowhere. It may have been mistyped.',
  to_the_start: 'Go to the start',
  person_menu: 'Account of {{name}}',
  sign_out: 'Sign out',
  role_rider: 'Rider',
  role_driver: 'Driver',
  role_fleetadmin: 'Fleet admin',
  role_admin: 'Admin',
  bookings: 'Bookings',
  drive: 'Drive',
  wallet: 'Wallet',

  // landing
  slogan_title: 'The city is waiting for you',
  slogan_driver: 'Requests near you, the net pay before you accept, and the whole city on one map.',
  slogan_fleetadmin: 'Your drivers, their trips and what they earn, in one place.',
  slogan_go_driver: 'Start driving',
  slogan_go_fleetadmin: 'See the bookings',
  app_title: 'Take it with you',
  app_text: 'The same account, on your phone.',
  app_store: 'Download on the App Store',
  play_store: 'Get it on Google Play',

  // booking form
  alert: 'Alert',

  // estimate and success
  estimate_title: 'Your fare',
  estimate_route: 'Route from {{pickup}} to {{drop}}, {{distance}}, {{duration}}',
  estimate_total: 'Total',
  estimate_before_discount: 'Before discount',
  estimate_discount: 'Discount',
  estimate_fixed: 'This price is held for you until {{time}}.',
  estimate_later: 'Pickup {{time}}',
  estimate_changed: 'The price has changed since you saw it. This is the new one.',
  estimate_stale_network: 'We could not tell whether it was booked. Confirm again: you will not be booked twice.',
  confirm_booking: 'Confirm booking',
  booked_title: 'Booked',
  watch_your_ride: 'Watch your ride',

  // sign in and register
  login: 'Sign in',
  email_tab: 'Email',
  email: 'Email',
  password: 'Password',
  show_password: 'Show password',
  new_here: 'New here?',
  register: 'Create account',
  back_to_login: 'Back to sign in',
  trial_accounts: 'Trial accounts',
  trial_accounts_hint: 'This is a trial installation: choose somebody to be.',
  register_title: 'Create account',
  first_name: 'First name',
  last_name: 'Last name',
  password_rule: '6 to 30 letters, digits or the characters @ * #',
  country: 'Country',
  country_search: 'Search a country or prefix',
  country_none: 'No country matches.',
  phone_number: 'Phone number',
  phone_rule: 'Digits only, without the country prefix',
  referral_id: 'Referral id',
  optional: 'optional',
  bank_name: 'Bank name',
  bank_code: 'Bank code',
  bank_account: 'Bank account',
  field_required: 'Fill in this field.',
  signing_you_in: 'Signing you in…',
} as const

export const laterTexts = { ...messages, ...pageTexts, ...followingTexts }
