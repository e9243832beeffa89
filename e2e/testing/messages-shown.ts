import type { MessageKey } from '@remis/domain/messages/english'

/** A message key with the test that shows it, or why no taxi booking meets it. */
export interface Shown {
  readonly key: MessageKey
  /** the catalogue gives this text instead of a key */
  readonly literal?: string
  /** a test file that names the key or has the text */
  readonly by?: string
  /** the part of the text that the file has */
  readonly words?: string
  readonly not?: string
}

const wrong = 'e2e/rider/what-goes-wrong.e2e.ts'
const visitor = 'e2e/rider/visitor-looks-around.e2e.ts'
const signIn = 'server/accounts/sign-in/sign-in.test.ts'
const signUp = 'server/accounts/sign-up.test.ts'
const elsewhere = 'e2e/rider/rider-signs-in-elsewhere.e2e.ts'
const byPhone = 'e2e/rider/phone-sign-in.e2e.ts'
const profile = 'e2e/rider/rider-edits-profile.e2e.ts'
const settings = 'e2e/office/admin-changes-settings.e2e.ts'
const licence = 'server/backoffice/settings/license.test.ts'

/**
 * Written manually, in the order of the message pages: [messages-3], [messages-6], [messages-8], [messages-9],
 * [messages-11], [messages-13].
 */
export const messagesShown: readonly Shown[] = [
  // booking
  { key: 'must_login', by: visitor },
  { key: 'user_issue_contact_admin', by: 'e2e/rider/visitor-reads-landing.e2e.ts' },
  { key: 'select_proper', by: 'e2e/office/admin-assigns-driver.e2e.ts' },
  { key: 'past_booking_error', by: 'e2e/rider/rider-books-later.e2e.ts' },
  { key: 'place_to_coords_error', by: wrong },
  {
    key: 'no_driver_found_alert_messege',
    by: 'e2e/driver/drivers-race.e2e.ts',
    words: 'No drivers near your pickup',
  },
  { key: 'deliveryDetailMissing', by: 'e2e/delivery/admin-sends-parcel.e2e.ts' },
  // login
  { key: 'not_logged_in', by: signIn },
  { key: 'require_approval', by: signIn },
  { key: 'reset_pass_msg', by: 'e2e/rider/forgot-password.e2e.ts', words: 'If we know this address' },
  { key: 'email_verify_message', by: signIn },
  { key: 'login_error', by: visitor },
  { key: 'login_validate_error', by: visitor },
  { key: 'otp_validate_error', by: byPhone, words: 'Enter the 6-digit code.' },
  { key: 'user_does_not_exists', by: byPhone, words: 'No account has this phone number.' },
  { key: 'login_success', by: byPhone, words: 'You are signed in.' },
  { key: 'auth_error', by: elsewhere },
  // registration
  { key: 'proper_input_name', by: profile, words: 'Enter your first and last name.' },
  { key: 'proper_email', by: signUp },
  { key: 'password_alphaNumeric_check', by: signUp },
  { key: 'mobile_no_blank_error', by: signUp },
  { key: 'user_exists', by: signUp },
  { key: 'email_or_mobile_issue', by: signUp },
  { key: 'referer_not_found', by: signUp },
  { key: 'reg_error', by: 'web/accounts/register.test.ts' },
  { key: 'account_create_successfully', by: visitor },
  // profile, other
  { key: 'profile_updated', by: profile, words: 'Profile saved.' },
  { key: 'demo_mode', by: 'server/backoffice/settings/change-settings.test.ts' },
  { key: 'not_valid_user_type', by: signUp },
  { key: 'booking_success', by: 'e2e/rider/rider-books-now.e2e.ts' },
  { key: 'allow_location', by: wrong },
  { key: 'google_places_error', by: wrong },
  // office
  { key: 'proper_bonus', by: settings, words: 'Enter the referral bonus.' },
  { key: 'update_failed', by: settings, words: 'We couldn’t save your changes.' },
  {
    key: 'no_details_error',
    by: 'e2e/office/office-pays.e2e.ts',
    words: 'Choose a user and an amount above zero.',
  },
  // data areas
  { key: 'no_bookings', by: wrong },
  { key: 'no_cancel_reason', by: wrong },
  { key: 'no_cars', by: wrong },
  { key: 'settings_error', by: wrong },
  { key: 'no_user_match', by: 'server/push/notifications.test.ts' },
  { key: 'no_provider_found', by: wrong },
  { key: 'provider_fetch_error', by: wrong },
  { key: 'no_tasks', by: wrong },
  { key: 'chat_not_found', by: 'server/chat/chat.test.ts' },
  { key: 'wrong_code', by: licence },
  { key: 'updated', by: 'e2e/money/rider-pays-from-wallet.e2e.ts' },
  { key: 'location_fetch_error', by: wrong },
  // literals
  { key: 'base_settings_error_1', literal: 'Base Settings Error 1', by: licence },
  { key: 'base_settings_error_2', literal: 'Base Settings Error 2', by: licence },
  { key: 'no_route_found', literal: 'No Route Found', by: wrong },
  { key: 'no_data_available', literal: 'No data available.', by: wrong },
  { key: 'fetch_call_error', literal: 'Fetch Call Error', by: wrong },
  { key: 'no_user_token', literal: 'Unable to get user token', by: wrong },
  { key: 'json_error', literal: 'JSON Error', by: 'e2e/office/admin-edits-languages.e2e.ts' },
  {
    key: 'cannot_delete_default_language',
    literal: 'Cannot delete default language',
    by: 'server/backoffice/languages/manage-languages.test.ts',
  },
  // of a booking [messages-17]
  {
    key: 'driver_assigned',
    literal: 'Driver assigned successfully and notified.',
    by: 'e2e/office/admin-assigns-driver.e2e.ts',
  },
]
