-- Of five matches one runs. A match has two seats; three questions were answered in each, one waits in each that runs.
-- Rows of running matches lie where they came to lie: among all others, in no order of person or due time.
SET session_replication_role = replica;  -- the rows are right: nothing has to be looked up
INSERT INTO accounts_user (id, password, is_superuser, is_staff, is_active, date_joined, username, email, name, is_guest,
  time_zone, language, theme, face, digest, digest_at, mail_on, no_timer, notice_choices, quiet_from, quiet_until, seen_at)
SELECT n, '!', false, false, true, now(), 'person' || n, 'person' || n || '@example.org', 'Person ' || n, false,
  'UTC', 'en', 'system', n %% 30000, false, '18:00', true, false, '{}', '22:00', '08:00', now()
FROM generate_series(1::bigint, %(people)s) n;
INSERT INTO games_match (id, code, game, rules, status, practice, lesson, options, told, seed, host_id, pace, visibility,
  watchable, wanted, auto_start, proposal, proposal_days, since, talk_count, news, "table", prompts, last_prompt, offered,
  move_count, changed, result, trouble, created_at, ended_at, closed_why)
SELECT n, lpad(to_hex(n), 12, 'k'), 'kangoeroe', 1, CASE WHEN n %% 5 = 0 THEN 'running' ELSE 'finished' END, false, false,
  '{}', '[]', md5(n::text) || md5((n + 1)::text), 1 + n %% %(people)s, 86400, 'invited', false, 2, true, '', 0, at, 0, '{}',
  repeat('k', 600), '[]', 4, 4, 40, 60, '', '', at, CASE WHEN n %% 5 > 0 THEN at END, ''
FROM (SELECT n, now() - n %% 1000 * interval '9 hours' AS at FROM generate_series(1::bigint, %(matches)s) n) m;
INSERT INTO games_seat (id, match_id, number, person_id, bot, name, face, auto, told, joined_at, agrees, muted, talk_seen)
SELECT 2 * n + seat, n, seat,
  CASE WHEN seat = 0 AND n %% 5 = 0 AND n <= 2000 * %(share)s AND (n / 5) %% %(share)s = 0 THEN 1
       ELSE 2 + (n * 7919 + seat * 104729) %% (%(people)s - 1) END,
  false, 'Somebody', n %% 30000, false, '{}', now(), false, false, 0
FROM generate_series(1::bigint, %(matches)s) n, generate_series(0, 1) seat ON CONFLICT DO NOTHING;
INSERT INTO games_hand (match_id, seat_id, zone, orders, seen, changed, plan_missed, absences, last_due)
SELECT match_id, id, repeat('k', 100), '{}', 0, 0, 0, 0, now() FROM games_seat WHERE match_id %% 5 = 0;
INSERT INTO games_hand (match_id, seat_id, zone, orders, seen, changed, plan_missed, absences)
SELECT id, NULL, repeat('k', 200), '{}', 0, 0, 0, 0 FROM games_match WHERE status = 'running';
INSERT INTO games_prompt (match_id, number, seat_id, person_id, kind, waits, opened_at, due_at, told_at, days_given)
SELECT s.match_id, k, s.id, s.person_id, 'turn', false, now() - k * interval '9 days', now() - k * interval '8 days', now(), 0
FROM generate_series(1, 3) k JOIN games_seat s ON s.number = k %% 2;
INSERT INTO games_prompt (match_id, number, seat_id, person_id, kind, waits, opened_at, due_at, remind_at, told_at, days_given)
SELECT match_id, 4, id, person_id, CASE WHEN random() < .7 THEN 'turn' ELSE 'defend' END, true, due - interval '1 day', due,
  CASE WHEN due > now() + interval '5 hours' THEN due - interval '5 hours' END, now(), 0
FROM (SELECT *, now() + interval '1 hour' + random() * interval '23 hours' AS due FROM games_seat
      WHERE number = 0 AND match_id %% 5 = 0 ORDER BY md5(match_id::text)) s;
UPDATE games_prompt SET told_at = NULL WHERE waits AND id %% 500 = 0;
INSERT INTO accounts_send (event, kind, person_id, channel, about, state, made_at, not_before, done_at, tries, error, batch)
SELECT 'prompt/' || n, 'turn', 2 + n * 7919 %% (%(people)s - 1), 'mail', '{"match": "x", "prompt": 1}',
  CASE WHEN n %% 400 = 0 THEN 'waiting' ELSE 'sent' END, now(), now() + (n %% 1000) * interval '1 minute', now(), 1, '', ''
FROM generate_series(1::bigint, %(matches)s) n;
SET session_replication_role = DEFAULT;
