# The uninstall target; fastsha2.pc for the static library; packages by cpack, in the folder it is run in:
#   cmake --preset release -DCMAKE_INSTALL_PREFIX=/usr && cmake --build --preset release
#   cpack --config build/release/CPackConfig.cmake -G DEB    (or RPM, or TGZ)
configure_file(cmake/Uninstall.cmake.in Uninstall.cmake @ONLY)
add_custom_target(uninstall COMMAND ${CMAKE_COMMAND} -P ${PROJECT_BINARY_DIR}/Uninstall.cmake VERBATIM)

if(FASTSHA2_STATIC)
  configure_file(cmake/fastsha2.pc.in fastsha2.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/fastsha2.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endif()

# Who builds a package answers for it: as Debian's tools have it, by default.
set(contact "fastsha2 <fastsha2@localhost>")
if(DEFINED ENV{DEBEMAIL})
  set(contact "$ENV{DEBFULLNAME} <$ENV{DEBEMAIL}>")
endif()
set(FASTSHA2_PACKAGE_CONTACT "${contact}" CACHE STRING "Maintainer of the packages: name <address>")
set(CPACK_PACKAGE_NAME fastsha2)
set(CPACK_PACKAGE_VENDOR fastsha2)
set(CPACK_PACKAGE_CONTACT "${FASTSHA2_PACKAGE_CONTACT}")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "accelerated SHA-2 provider for OpenSSL 3")
set(CPACK_PACKAGE_DESCRIPTION
"fastsha2 is a provider that OpenSSL loads. Programs that hash through OpenSSL
get SHA-2 computed with the instructions that the processor has, without a
change to the programs. Installed, it does nothing: fastsha2-enable gives it to
all programs, and fastsha2-disable takes it away again.")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_GENERATOR DEB)
set(CPACK_STRIP_FILES ON)
# The module goes to OpenSSL's own folder, which does not depend on the prefix.
set(CPACK_SET_DESTDIR ON)
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/cmake/PackageFiles.cmake)
# For PackageFiles.cmake.
set(CPACK_FASTSHA2_DOCDIR ${CMAKE_INSTALL_FULL_DOCDIR})
set(CPACK_FASTSHA2_MANDIR ${CMAKE_INSTALL_FULL_MANDIR})

# libc and libcrypto by what the programs link; the openssl command for fastsha2-enable.
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS openssl)
set(CPACK_DEBIAN_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_RPM_FILE_NAME RPM-DEFAULT)
set(CPACK_RPM_PACKAGE_LICENSE Apache-2.0)
set(CPACK_RPM_PACKAGE_AUTOREQ ON)
set(CPACK_RPM_PACKAGE_REQUIRES openssl)
set(CPACK_RPM_PACKAGE_RELOCATABLE OFF)
# Whoever builds one with the same SOURCE_DATE_EPOCH gets the same bytes; the other generators need no telling.
set(CPACK_RPM_SPEC_MORE_DEFINE
"%define use_source_date_epoch_as_buildtime 1
%define clamp_mtime_to_source_date_epoch 1
%define _buildhost localhost")
# Folders that are others'.
set(CPACK_RPM_EXCLUDE_FROM_AUTO_FILELIST_ADDITION
  ${FASTSHA2_MODULES_DIR} ${CMAKE_INSTALL_FULL_LIBDIR} ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig
  ${CMAKE_INSTALL_FULL_SBINDIR} ${CMAKE_INSTALL_FULL_MANDIR} ${CMAKE_INSTALL_FULL_MANDIR}/man1
  ${CMAKE_INSTALL_FULL_MANDIR}/man3 ${CMAKE_INSTALL_FULL_MANDIR}/man7 ${CMAKE_INSTALL_FULL_MANDIR}/man8)

# Removed for good, the package takes its line out of openssl.cnf first.
set(FASTSHA2_REMOVED "[ \"$1\" = remove ]")
configure_file(cmake/prerm.in package/deb/prerm @ONLY
  FILE_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(FASTSHA2_REMOVED "[ \"$1\" = 0 ]")
configure_file(cmake/prerm.in package/rpm/preun @ONLY)
set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA ${PROJECT_BINARY_DIR}/package/deb/prerm)
set(CPACK_RPM_PRE_UNINSTALL_SCRIPT_FILE ${PROJECT_BINARY_DIR}/package/rpm/preun)
include(CPack)
