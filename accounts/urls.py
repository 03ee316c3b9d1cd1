from allauth.account import views as entrance_views
from allauth.mfa.base import views as mfa
from allauth.mfa.recovery_codes import views as codes
from allauth.mfa.totp import views as totp
from django.urls import include, path

from accounts import keep_pages, mail_views, notice_views, own_pages, site_pages, views, welcome
from accounts.entrance import as_stranger, for_guest, in_house, not_for_guests

way_in = [
    path("login/", as_stranger(entrance_views.login), name="account_login"),
    path("login/code/", as_stranger(entrance_views.request_login_code), name="account_request_login_code"),
    path(
        "login/code/confirm/",
        as_stranger(entrance_views.confirm_login_code),
        name="account_confirm_login_code",
    ),
    path("login/app/", as_stranger(mfa.authenticate), name="mfa_authenticate"),
    path("signup/", welcome.sign_up, name="account_signup"),
    path(
        "confirm-email/",
        for_guest(entrance_views.email_verification_sent),
        name="account_email_verification_sent",
    ),
    path("inactive/", in_house(entrance_views.account_inactive), name="account_inactive"),
    path("logout/", in_house(entrance_views.logout), name="account_logout"),
    path("password/reset/", for_guest(entrance_views.password_reset), name="account_reset_password"),
    path(
        "password/reset/confirm/",
        for_guest(entrance_views.confirm_password_reset_code),
        name="account_confirm_password_reset_code",
    ),
    path(
        "password/reset/complete/",
        for_guest(entrance_views.complete_password_reset),
        name="account_complete_password_reset",
    ),
    path(
        "password/reset/done/",
        for_guest(entrance_views.password_reset_from_key_done),
        name="account_password_reset_completed",
    ),
]

my_account = [
    path("reauthenticate/", not_for_guests(entrance_views.reauthenticate), name="account_reauthenticate"),
    path(
        "reauthenticate/code/",
        not_for_guests(entrance_views.request_reauthentication_code),
        name="account_request_reauthentication_code",
    ),
    path(
        "reauthenticate/code/confirm/",
        not_for_guests(entrance_views.confirm_reauthentication_code),
        name="account_confirm_reauthentication_code",
    ),
    path("reauthenticate/app/", not_for_guests(mfa.reauthenticate), name="mfa_reauthenticate"),
    path("email/", not_for_guests(entrance_views.email), name="account_email"),
    path("password/change/", not_for_guests(entrance_views.password_change), name="account_change_password"),
    path("password/set/", not_for_guests(entrance_views.password_set), name="account_set_password"),
    path("app/", not_for_guests(mfa.index), name="mfa_index"),
    path("app/on/", not_for_guests(totp.activate_totp), name="mfa_activate_totp"),
    path("app/off/", not_for_guests(totp.deactivate_totp), name="mfa_deactivate_totp"),
    path("app/codes/", not_for_guests(codes.view_recovery_codes), name="mfa_view_recovery_codes"),
    path("app/codes/new/", not_for_guests(codes.generate_recovery_codes), name="mfa_generate_recovery_codes"),
    path(
        "app/codes/file/", not_for_guests(codes.download_recovery_codes), name="mfa_download_recovery_codes"
    ),
]

urlpatterns = [
    path("account/", include(way_in)),
    path("account/", include(my_account)),
    path("welcome/<str:link>/", welcome.welcome, name="welcome"),
    path("keep/", keep_pages.keep, name="keep"),
    path("keep/code/", keep_pages.keep_code, name="keep-code"),
    path("settings/", own_pages.settings_page, name="settings"),
    path("settings/sessions/", own_pages.end_other_sessions, name="end-sessions"),
    path("settings/notices/", notice_views.notice_settings, name="notices"),
    path("settings/notices/test/", notice_views.send_test, name="test-notice"),
    path("settings/devices/", notice_views.add_device, name="add-device"),
    path("settings/devices/<int:number>/remove/", notice_views.remove_device, name="remove-device"),
    path("c/<str:token>/", mail_views.go_on, name="continue"),
    path("unsubscribe/<str:token>/", mail_views.unsubscribe, name="unsubscribe"),
    path("mail/", mail_views.mails, name="mails"),
    path("mail/<slug:name>/", mail_views.mails, name="mail"),
    path("sw.js", mail_views.service_worker, name="service-worker"),
    path("settings/data.zip", own_pages.take_along, name="take-along"),
    path("settings/delete/", own_pages.delete_account, name="delete-account"),
    path("settings/part/<slug:part>/", own_pages.change, name="change-settings"),
    path("deleted/", welcome.deleted, name="deleted"),
    *(
        path(f"{slug}/", site_pages.show, {"slug": slug}, name=slug)
        for slug in ("imprint", "privacy", "terms")
    ),
    path("preferences/", views.change_preferences, name="preferences"),
]
