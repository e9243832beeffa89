import type { Policy, PolicyRow } from './policy-row.ts'

const everybodyHere: PolicyRow['to'] = { rider: 'me', driver: 'me as a driver', 'fleet admin': 'me', admin: 'me' }

/** Accounts, settings and what every page needs: spec 1 §6, §7, spec 2 §6, design §4, §10, §11. */
export const peoplePolicy: Policy = {
  'POST /api/visitor-tokens': { to: { everybody: 'a visitor token' } },
  'POST /api/sessions': { to: { everybody: 'me, signed in' } },
  'DELETE /api/sessions/current': {
    to: { rider: 'nothing', driver: 'nothing', 'fleet admin': 'nothing', admin: 'nothing' },
  },
  'GET /api/sessions/current': { to: everybodyHere },
  // design §10: bare ids, to everybody, since registration asks them
  'POST /check_user_exists': { to: { everybody: 'bare ids' } },
  'POST /validate_referrer': { to: { everybody: 'a bare id' } },
  'POST /user_signup': { to: { everybody: 'a bare id' } },

  'GET /api/settings/public': { to: { everybody: 'public settings' } },
  'GET /api/languages': { to: { admin: 'languages with pairs', everybody: 'languages' } },
  'GET /api/cancel-reasons': {
    to: { rider: 'cancel reasons', driver: 'cancel reasons', 'fleet admin': 'cancel reasons', admin: 'cancel reasons' },
  },
  // spec 2 §2 route table: /settings for admin; §5: no save in demo mode
  'GET /api/settings': { to: { admin: 'all settings' } },
  'PATCH /api/settings': { to: { admin: 'all settings' }, inDemo: 'refused' },
  // spec 2 §2 /addbookings: the admin chooses a rider
  'GET /api/riders': { to: { admin: 'riders' } },

  // spec 1 §7: a bearer token for location and address calls; design §4: a visitor's is good for these four
  'POST /googleapis-autocomplete': {
    to: {
      visitor: 'suggestions',
      rider: 'suggestions',
      driver: 'suggestions',
      'fleet admin': 'suggestions',
      admin: 'suggestions',
    },
  },
  'POST /googleapis-getcoords': {
    to: { visitor: 'a point', rider: 'a point', driver: 'a point', 'fleet admin': 'a point', admin: 'a point' },
  },
  'POST /googleapis-getroute': {
    to: { visitor: 'a way', rider: 'a way', driver: 'a way', 'fleet admin': 'a way', admin: 'a way' },
  },
  'POST /googleapis-getaddress': {
    to: {
      visitor: 'an address',
      rider: 'an address',
      driver: 'an address',
      'fleet admin': 'an address',
      admin: 'an address',
    },
  },
  'POST /googleapis-getdrivetime': {
    to: { rider: 'a drive', driver: 'a drive', 'fleet admin': 'a drive', admin: 'a drive' },
  },
  'POST /googleapis-getmultiloctime': {
    to: { rider: 'a distance', driver: 'a distance', 'fleet admin': 'a distance', admin: 'a distance' },
  },
  // trust-and-speed §1.8: saved addresses are the rider's own
  'GET /api/saved-addresses': { to: { rider: 'saved addresses' } },
}
